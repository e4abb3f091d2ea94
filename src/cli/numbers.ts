import { ToolscoutError } from '../errors.ts';

/** What a number on the command line may be. */
export interface NumberOption {
  /** As it is written, `--limit`. */
  readonly flag: string;
  readonly min: number;
  readonly max: number;
  /** Default: whole numbers only. */
  readonly fractions?: boolean;
}

/** Reads the value of an option. A number that was meant differently is refused, not moved to the nearest one. */
export function readNumber(text: string, { flag, min, max, fractions = false }: NumberOption): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (number >= min && number <= max && (fractions || Number.isInteger(number))) return number;
  const kind = fractions ? 'a number' : 'a whole number';
  throw new ToolscoutError('USAGE', `${flag} is ${JSON.stringify(text)}, but must be ${kind} from ${min} to ${max}.`, {
    next: `Write ${kind} from ${min} to ${max} behind ${flag}, or leave it out.`,
  });
}

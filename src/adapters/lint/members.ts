import { foreignText, isObject } from '../../shared/json.ts';

/** An object of a request, none of whose members are known to be what they should. */
export type Member = Readonly<Record<string, unknown>>;

/** A member of a list, with where it stands. */
export interface Placed {
  readonly value: Member;
  readonly path: string;
}

/** The objects of a list. What is no list has none, so rules need not ask. */
export function placed(list: unknown, path: string): readonly Placed[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value, index) => (isObject(value) ? [{ value, path: `${path}[${index}]` }] : []));
}

/** Text of a member, for messages and comparisons. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : foreignText(value ?? '');
}

import { ToolscoutError } from '../../errors.ts';
import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject } from '../../shared/json.ts';
import { describeType } from '../../sources/index.ts';
import type { ConfigWarning } from './loaded-config.ts';

/**
 * Reads the settings that hold for the whole gateway. What cannot be understood throws `CONFIG_INVALID` and names the
 * key: a setting that was meant and is silently not there is worse than no start. What can be mended is a warning.
 */
export class SettingsReader {
  readonly warnings: ConfigWarning[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  fail(key: string, message: string, next?: string): never {
    throw new ToolscoutError('CONFIG_INVALID', `${this.#file}: ${key} ${message}`, {
      next: next ?? `Correct ${key} in ${this.#file}.`,
      details: { file: this.#file, key },
    });
  }

  warn(path: string, message: string, nearest?: string): void {
    this.warnings.push({ path, message, ...(nearest === undefined ? {} : { nearest }) });
  }

  /** An object, whose keys outside `known` are warned of. */
  object(value: unknown, key: string, known: readonly string[]): Record<string, unknown> {
    if (!isObject(value)) return this.fail(key, `must be an object, not ${describeType(value)}`);
    this.unknownKeys(value, key, known);
    return value;
  }

  unknownKeys(object: Readonly<Record<string, unknown>>, prefix: string, known: readonly string[]): void {
    for (const key of Object.keys(object)) {
      if (known.includes(key)) continue;
      const path = prefix === '' ? key : `${prefix}.${key}`;
      const nearest = nearestKey(key, known);
      const hint = nearest === undefined ? `; known keys: ${known.join(', ')}` : `; did you mean ${nearest}?`;
      this.warn(path, `unknown key ${path} is ignored${hint}`, nearest);
    }
  }

  text(value: unknown, key: string): string {
    if (typeof value !== 'string') return this.fail(key, `must be a text, not ${describeType(value)}`);
    return value.trim() === '' ? this.fail(key, 'is empty') : value;
  }

  textList(value: unknown, key: string): string[] {
    if (!Array.isArray(value)) return this.fail(key, `must be a list of texts, not ${describeType(value)}`);
    return value.map((item, index) => this.text(item, `${key}[${index}]`));
  }

  boolean(value: unknown, key: string): boolean {
    if (typeof value !== 'boolean') return this.fail(key, `must be true or false, not ${describeType(value)}`);
    return value;
  }

  oneOf<T extends string>(value: unknown, key: string, choices: readonly T[]): T {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const listed = choices.map((choice) => `"${choice}"`).join(', ');
    if (typeof value !== 'string') return this.fail(key, `must be one of ${listed}, not ${describeType(value)}`);
    const nearest = nearestKey(value, choices);
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    return this.fail(key, `must be one of ${listed}, not "${value}"${hint}`);
  }

  /** A number, moved into its range with a warning. */
  number(value: unknown, key: string, range: NumberRange): number {
    if (typeof value !== 'number' || Number.isNaN(value)) {
      return this.fail(key, `must be a number, not ${describeType(value)}`);
    }
    const whole = range.integer === true && Number.isFinite(value) ? Math.floor(value) : value;
    const clamped = Math.min(Math.max(whole, range.min), range.max);
    if (clamped !== value) {
      const span = range.max === Number.MAX_SAFE_INTEGER ? `at least ${range.min}` : `${range.min} to ${range.max}`;
      const kind = range.integer === true ? 'a whole number, ' : '';
      this.warn(key, `${key} is ${value}, but must be ${kind}${span}; ${clamped} is used`);
    }
    return clamped;
  }
}

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
}

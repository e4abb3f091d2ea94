import { isObject } from '../../../src/shared/json.ts';

export type Part = Readonly<Record<string, unknown>>;

/** A refusal as an endpoint answers it. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** The objects of a list; of what is none, nothing. */
export function parts(list: unknown): readonly Part[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** One event of a stream. Where the API names its events, with the name. */
export function event(data: Part, isNamed = true): string {
  return `${isNamed ? `event: ${String(data.type)}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}

/** A text in pieces, as streams carry it. */
export function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [''];
}

/** Finds by any word of the query: enough for a provider's search. */
export function findNames(tools: readonly Part[], query: string): readonly string[] {
  const words = query
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word.length > 3);
  const fits = ({ name, description }: Part) =>
    words.some((word) => `${String(name)} ${String(description)}`.toLowerCase().includes(word));
  return tools
    .filter(fits)
    .map(({ name }) => String(name))
    .slice(0, 5);
}

import { isDeeperThan } from '../shared/json.ts';
import { RecentMap } from '../shared/recent-map.ts';
import { type InputSchemaReading, readInputSchema } from './schema/index.ts';

/** Far more levels than a definition has, and far fewer than recursion can follow. */
export const MAX_DEFINITION_DEPTH = 500;

/** As many as the readers of catalogues know again. */
const MAX_KNOWN = 2 ** 16;

/** What a tool is told from its input schema. */
export interface KnownSchema {
  /** Absent where the schema is nested too deep to be read. */
  readonly reading?: InputSchemaReading;
  /** The schema as `JSON.stringify` writes it; absent where it is not written at all. */
  readonly json?: string;
}

/**
 * What was read of input schemas, by object: of millions of tools that pass by many have one schema, and sources that see it
 * hand on one object, which must not change.
 */
export class KnownSchemas {
  readonly #known = new RecentMap<object, KnownSchema>(MAX_KNOWN);

  of(schema: object): KnownSchema {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const read = readSchema(schema);
    this.#known.set(schema, read);
    return read;
  }
}

function readSchema(schema: object): KnownSchema {
  if (isDeeperThan(schema, MAX_DEFINITION_DEPTH - 1)) return {};
  const json: string | undefined = JSON.stringify(schema);
  return { reading: readInputSchema(schema), ...(json === undefined ? {} : { json }) };
}

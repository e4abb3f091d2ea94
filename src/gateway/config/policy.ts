import {
  POLICY_TABLES,
  type PolicyBook,
  type PolicyRules,
  type PolicyTable,
  readPolicyRules,
  type SessionScope,
} from '../../calling/index.ts';
import { type FilterInput, readFilter } from '../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject, own } from '../../shared/json.ts';
import type { TagTable } from '../tagged-entries.ts';
import type { SettingsReader } from './settings-reader.ts';
import { strictSection } from './strict-section.ts';

/** Who may use what, and who the gateway's own session is. */
export interface PolicySettings {
  readonly book: PolicyBook;
  readonly session: SessionScope;
  /** Tags that tools are given here. */
  readonly tagged?: TagTable;
}

export const NO_POLICY: PolicySettings = { book: {}, session: {} };

const NAMES = Object.keys(POLICY_TABLES) as (keyof typeof POLICY_TABLES)[];
const TABLES = Object.values(POLICY_TABLES);
const NOTHING: PolicyRules = { allow: [] };

/**
 * Reads the section `policy`. What cannot be read takes rights away and never gives any: a fault in what holds for the
 * gateway's own session, or an unknown key, stops the start; rules of others that cannot be read allow nothing, with a
 * warning.
 */
export function readPolicy(root: Readonly<Record<string, unknown>>, reader: SettingsReader): PolicySettings {
  refuseMistyped(root, reader);
  if (!Object.hasOwn(root, 'policy')) return NO_POLICY;
  const section = strictSection(root.policy, 'policy', ['all', ...TABLES, 'tags', 'tagged', 'use'], reader);
  const session = Object.hasOwn(section, 'use') ? readUse(section.use, reader) : {};
  const tagged = readTagged(own(section, 'tagged') ?? {}, reader);
  const declared = Object.hasOwn(section, 'tags') ? reader.textList(section.tags, 'policy.tags') : [];
  // What is given here is known, whichever tools are there at the moment.
  const tags = [...new Set([...declared, ...Object.values(tagged).flatMap((one) => Object.keys(one))])];
  const book: PolicyBook = {
    ...(Object.hasOwn(section, 'all') ? { all: readRules(section.all, 'policy.all', reader) } : {}),
    ...Object.fromEntries(
      NAMES.filter((name) => Object.hasOwn(section, POLICY_TABLES[name])).map((name) => {
        const table = POLICY_TABLES[name];
        return [table, readTable(section[table], table, session[name], reader)];
      }),
    ),
    ...(tags.length > 0 || Object.hasOwn(section, 'tags') ? { tags } : {}),
  };
  for (const name of NAMES) warnOfNobody(name, book, session, reader);
  return { book, session, ...(Object.keys(tagged).length === 0 ? {} : { tagged }) };
}

/** A tool without a tag is hidden from every filter over it, so what cannot be read stops the start. */
function readTagged(value: unknown, reader: SettingsReader): TagTable {
  const key = 'policy.tagged';
  if (!isObject(value)) return reader.fail(key, 'must be an object of tags by server, or by server/tool');
  return Object.fromEntries(
    Object.entries(value).map(([reference, tags]) => {
      const place = `${key}.${reference}`;
      if (!isObject(tags)) return reader.fail(place, 'must be an object such as {"tenant": ["a"]}');
      const read = Object.entries(tags).map(([tag, values]) => {
        const list = typeof values === 'string' ? [values] : reader.textList(values, `${place}.${tag}`);
        try {
          readFilter({ [tag]: list });
        } catch (error) {
          return reader.fail(`${place}.${tag}`, `is no tag: ${errorMessage(error)}`);
        }
        return [tag, list] as const;
      });
      return [reference, Object.fromEntries(read)];
    }),
  );
}

function readTable(
  value: unknown,
  table: PolicyTable,
  used: string | undefined,
  reader: SettingsReader,
): Readonly<Record<string, PolicyRules>> {
  const key = `policy.${table}`;
  if (!isObject(value)) return reader.fail(key, 'must be an object of rules by name');
  return Object.fromEntries(
    Object.entries(value).map(([name, rules]) => {
      const place = `${key}.${name}`;
      if (name === used || name === '*') return [name, readRules(rules, place, reader)];
      try {
        return [name, readPolicyRules(rules, place)];
      } catch (error) {
        reader.warn(place, `${errorMessage(error)}; until it is corrected, "${name}" may use nothing`);
        return [name, NOTHING];
      }
    }),
  );
}

function readRules(value: unknown, key: string, reader: SettingsReader): PolicyRules {
  try {
    return readPolicyRules(value, key);
  } catch (error) {
    if (!(error instanceof ToolscoutError)) throw error;
    return reader.fail(String(error.details.key), String(error.details.problem));
  }
}

function readUse(value: unknown, reader: SettingsReader): SessionScope {
  const section = strictSection(value, 'policy.use', [...NAMES, 'filter'], reader);
  const names = NAMES.filter((name) => Object.hasOwn(section, name)).map((name) => [
    name,
    reader.text(section[name], `policy.use.${name}`),
  ]);
  const filter = own(section, 'filter');
  if (filter === undefined) return Object.fromEntries(names);
  try {
    readFilter(filter as FilterInput);
  } catch (error) {
    return reader.fail('policy.use.filter', `is no filter: ${errorMessage(error)}`);
  }
  return { ...Object.fromEntries(names), filter: filter as FilterInput };
}

/** Rules under a mistyped key would be followed by nobody. */
function refuseMistyped(root: Readonly<Record<string, unknown>>, reader: SettingsReader): void {
  for (const [key, value] of Object.entries(root)) {
    const isServer = isObject(value) && ('command' in value || 'url' in value);
    if (key === 'policy' || isServer || nearestKey(key, ['policy']) === undefined) continue;
    reader.fail(key, 'is not known; did you mean policy?');
  }
}

/** A gateway that shows nothing looks like one that is broken. */
function warnOfNobody(
  name: keyof typeof POLICY_TABLES,
  book: PolicyBook,
  session: SessionScope,
  reader: SettingsReader,
): void {
  const table = book[POLICY_TABLES[name]];
  const used = session[name];
  if (table === undefined || Object.hasOwn(table, '*') || (used !== undefined && Object.hasOwn(table, used))) return;
  const who = used === undefined ? 'names none' : `names "${used}", which is not there`;
  reader.warn(
    `policy.use.${name}`,
    `policy.${POLICY_TABLES[name]} is given and policy.use.${name} ${who}: the gateway's own session may use nothing`,
  );
}

import { isObject } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';

/** A name is shown in lists and logs; servers put whole paragraphs there. */
const MAX_NAME = 200;

/**
 * The answer to `initialize` with what its schema refuses mended or left out: a version given as a number, `true` for a
 * capability, a flag written as text. Nothing of it is needed to call tools, so it is no reason to lose a server. The
 * protocol version stays as it is: what is wrong with that is said.
 */
export function mendHandshake(result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { capabilities, serverInfo, instructions, _meta, ...rest } = result;
  return {
    ...rest,
    capabilities: mendCapabilities(capabilities),
    serverInfo: mendInfo(serverInfo),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    ...(isObject(_meta) ? { _meta } : {}),
  };
}

function mendCapabilities(given: unknown): Record<string, unknown> {
  if (!isObject(given)) return {};
  const mended: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === true) mended[name] = {};
    else if (isObject(value)) mended[name] = withoutOddMembers(value);
  }
  return mended;
}

/** Flags are booleans, everything else below a capability is an object. */
function withoutOddMembers(capability: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(capability).filter(([, value]) => typeof value === 'boolean' || isObject(value)),
  );
}

function mendInfo(given: unknown): Record<string, unknown> {
  const info = isObject(given) ? given : {};
  const { name, version, title, websiteUrl } = info;
  return {
    name: textOf(name),
    version: textOf(version),
    ...(typeof title === 'string' ? { title: truncate(title, MAX_NAME) } : {}),
    ...(typeof websiteUrl === 'string' ? { websiteUrl } : {}),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? truncate(String(value), MAX_NAME) : '';
}

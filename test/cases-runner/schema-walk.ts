import { isObject, type Json, own, valueAt } from './json.ts';

const MAX_STEPS = 500;

/** A node and everything that stands in its place: targets of references, branches of unions. */
export function alternatives(nodes: readonly unknown[], root: Json): readonly Json[] {
  const found: Json[] = [];
  const open = [...nodes];
  while (open.length > 0 && found.length < MAX_STEPS) {
    const node = open.shift();
    if (!isObject(node) || found.includes(node)) continue;
    found.push(node);
    if (typeof node.$ref === 'string') open.push(referenced(node.$ref, root));
    for (const list of [node.anyOf, node.oneOf, node.allOf]) if (Array.isArray(list)) open.push(...list);
    for (const branch of [node.then, node.else]) if (branch !== undefined) open.push(branch);
  }
  return found;
}

function referenced(reference: string, root: Json): unknown {
  if (!reference.startsWith('#')) return undefined;
  const tokens = reference.split('/').slice(1);
  const path = tokens.map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
  return valueAt(root, path);
}

/** Names of the properties that the nodes know. */
export function propertyNames(nodes: readonly unknown[], root: Json): readonly string[] {
  const names = alternatives(nodes, root).flatMap(({ properties }) =>
    isObject(properties) ? Object.keys(properties) : [],
  );
  return [...new Set(names)];
}

/** Schemas of one property. */
export function propertyNodes(nodes: readonly unknown[], root: Json, key: string): readonly unknown[] {
  return alternatives(nodes, root)
    .map(({ properties }) => own(properties, key))
    .filter((node) => node !== undefined);
}

/** Schemas of list items. */
export function itemNodes(nodes: readonly unknown[], root: Json): readonly unknown[] {
  return alternatives(nodes, root).flatMap(({ items, prefixItems }) => [
    ...(items === undefined ? [] : Array.isArray(items) ? items : [items]),
    ...(Array.isArray(prefixItems) ? prefixItems : []),
  ]);
}

/** Every property name at every depth. */
export function allPropertyNames(root: Json): readonly string[] {
  const names: string[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) open.push(...node);
    if (!isObject(node)) continue;
    for (const [keyword, member] of Object.entries(node)) {
      if ((keyword === 'properties' || keyword === '$defs' || keyword === 'definitions') && isObject(member)) {
        if (keyword === 'properties') names.push(...Object.keys(member));
        open.push(...Object.values(member));
      } else if (!LITERAL_KEYWORDS.has(keyword)) {
        open.push(member);
      }
    }
  }
  return names;
}

/** Their content is data, not schema. */
const LITERAL_KEYWORDS: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);

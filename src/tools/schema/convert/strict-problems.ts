/**
 * What two providers document about the schemas of their strict modes, as checkers written apart from the converter.
 * - OpenAI: "Structured model outputs", section "Supported schemas" (platform.openai.com/docs/guides/structured-outputs).
 * - Anthropic: "Structured outputs", section "JSON Schema limitations"
 *   (platform.claude.com/docs/en/build-with-claude/structured-outputs).
 */
import { isObject } from '../../../shared/json.ts';
import { parsePointer } from '../pointer.ts';
import type { StrictTarget } from './strict/rules.ts';

type Node = Readonly<Record<string, unknown>>;

interface Dialect {
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  check(node: Node, report: (what: string) => void): void;
  whole(schema: Node, all: readonly Node[]): readonly string[];
}

const SHARED = [
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'anyOf',
  '$ref',
  '$defs',
  'format',
  'pattern',
  'minItems',
];
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

const OPENAI: Dialect = {
  keywords: new Set([
    ...SHARED,
    'maxItems',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
  ]),
  formats: new Set(FORMATS),
  check: (node, report) => {
    if (node.$ref !== undefined && Object.keys(node).length > 1) report('$ref has company');
    const members = Object.keys((node.properties ?? {}) as Node);
    const required = listOf(node.required);
    if (new Set(required).size !== required.length) report('required repeats a name');
    if (isObjectNode(node) && members.some((name) => !required.includes(name))) report('a member is not required');
  },
  whole: (schema, all) => {
    const problems: string[] = [];
    const properties = all.flatMap((node) => Object.keys((node.properties ?? {}) as Node));
    const values = all.flatMap((node) => (Array.isArray(node.enum) ? node.enum : []));
    const names = Object.keys((schema.$defs ?? {}) as Node);
    if (properties.length > 5_000) problems.push('more than 5,000 properties');
    if (values.length > 1_000) problems.push('more than 1,000 enum values');
    if ([...properties, ...values.map(String), ...names].join('').length > 120_000)
      problems.push('more than 120,000 characters');
    for (const { enum: list } of all) {
      if (Array.isArray(list) && list.length > 250 && list.join('').length > 15_000) problems.push('a long enum');
    }
    for (const root of [schema, ...Object.values((schema.$defs ?? {}) as Node)]) {
      if (nesting(root) > 10) problems.push('more than 10 levels');
    }
    return problems;
  },
};

const ANTHROPIC: Dialect = {
  keywords: new Set([...SHARED, 'const', 'default', 'allOf']),
  formats: new Set([...FORMATS, 'uri']),
  check: (node, report) => {
    if (node.minItems !== undefined && node.minItems !== 0 && node.minItems !== 1) report('minItems above 1');
    if (typeof node.pattern === 'string' && /\(\?[=!<]|\\[1-9bB]/.test(node.pattern)) report(`pattern ${node.pattern}`);
  },
  whole: (schema, all) => {
    const problems: string[] = [];
    const optional = all.reduce((sum, { properties, required }) => {
      const names = Object.keys((properties ?? {}) as Node);
      return sum + names.filter((name) => !listOf(required).includes(name)).length;
    }, 0);
    const unions = all.filter(({ anyOf, type }) => anyOf !== undefined || Array.isArray(type)).length;
    if (optional > 24) problems.push(`${optional} optional parameters`);
    if (unions > 16) problems.push(`${unions} unions`);
    if (all.some(({ $ref }) => $ref !== undefined) && isRecursive(schema)) problems.push('recursive');
    return problems;
  },
};

const DIALECTS: Readonly<Record<StrictTarget, Dialect>> = { 'openai-strict': OPENAI, 'anthropic-strict': ANTHROPIC };

/** Deeper than any provider takes, and than this would go safely. */
const MAX_DEPTH = 200;

/** What a strict mode would refuse of a schema, in words. Apart from the converter, so that one finds the other's mistakes. */
export function strictProblems(schema: Node, dialect: StrictTarget): readonly string[] {
  const rules = DIALECTS[dialect];
  const problems: string[] = [];
  const all: Node[] = [];
  if (schema.type !== 'object') problems.push('the root is no object');
  if (schema.anyOf !== undefined) problems.push('the root is a union');
  let isTooDeep = false;
  const visit = (node: unknown, path: string, depth: number): void => {
    const report = (what: string) => problems.push(`${path}: ${what}`);
    if (!isObject(node)) return void report('is no object');
    if (depth > MAX_DEPTH) {
      isTooDeep = true;
      return void report('is nested too deep');
    }
    const schemaNode: Node = node;
    all.push(schemaNode);
    for (const keyword of Object.keys(schemaNode)) if (!rules.keywords.has(keyword)) report(`${keyword} is not known`);
    if (schemaNode.type === undefined && schemaNode.anyOf === undefined && schemaNode.$ref === undefined)
      report('has no type');
    if (isObjectNode(schemaNode) && schemaNode.additionalProperties !== false)
      report('additionalProperties is not false');
    if (typeof schemaNode.format === 'string' && !rules.formats.has(schemaNode.format))
      report(`format ${schemaNode.format}`);
    if (Array.isArray(schemaNode.enum) && schemaNode.enum.some((value) => typeof value === 'object' && value !== null))
      report('enum of objects');
    if (Array.isArray(schemaNode.enum) && schemaNode.enum.length === 0) report('empty enum');
    if ([schemaNode.type].flat().includes('array') && schemaNode.items === undefined) report('a list without items');
    if (typeof schemaNode.$ref === 'string' && !resolves(schema, schemaNode.$ref))
      report(`reference ${schemaNode.$ref}`);
    rules.check(schemaNode, report);
    for (const group of ['properties', '$defs']) {
      for (const [name, child] of Object.entries((schemaNode[group] ?? {}) as Node)) {
        if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) report(`name ${name}`);
        visit(child, `${path}/${group}/${name}`, depth + 1);
      }
    }
    if (schemaNode.items !== undefined) visit(schemaNode.items, `${path}/items`, depth + 1);
    if (schemaNode.anyOf !== undefined && !Array.isArray(schemaNode.anyOf)) report('anyOf is no list');
    for (const [index, child] of listOf(schemaNode.anyOf).entries()) visit(child, `${path}/anyOf/${index}`, depth + 1);
  };
  visit(schema, '#', 0);
  return isTooDeep ? problems : [...problems, ...rules.whole(schema, all)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObjectNode(node: Node): boolean {
  return [node.type].flat().includes('object');
}

function resolves(root: Node, reference: string): boolean {
  if (reference === '#') return true;
  const [group, name = '', ...deeper] = parsePointer(reference) ?? [];
  return group === '$defs' && deeper.length === 0 && Object.hasOwn((root.$defs ?? {}) as object, name);
}

/** Objects within objects. References are not followed: what stands behind one is counted by itself. */
function nesting(node: unknown): number {
  if (!isObject(node)) return 0;
  const children = [...Object.values((node.properties ?? {}) as Node), ...listOf(node.anyOf), node.items];
  return Math.max(0, ...children.map(nesting)) + (isObjectNode(node) ? 1 : 0);
}

function isRecursive(schema: Node): boolean {
  const definitions = (schema.$defs ?? {}) as Node;
  const left = new Set(Object.keys(definitions));
  const entered = new Set<string>();
  const returns = (name: string): boolean => {
    if (entered.has(name)) return true;
    // Looked at before: definitions that refer to others twice would take for ever.
    if (!left.delete(name)) return false;
    entered.add(name);
    const references = JSON.stringify(definitions[name]).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g);
    const found = [...references].some((match) => returns(match[1]!));
    entered.delete(name);
    return found;
  };
  return JSON.stringify(schema).includes('"$ref":"#"') || Object.keys(definitions).some(returns);
}

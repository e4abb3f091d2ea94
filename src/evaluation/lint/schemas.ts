import { isObject } from '../../shared/json.ts';
import { type Catalog, convertSchema, isSchemaValidFor, type PlainTarget, type Tool } from '../../tools/index.ts';
import { finding, type LintFinding } from './finding.ts';

const PROVIDERS: readonly (readonly [target: PlainTarget, name: string])[] = [
  ['anthropic', 'Anthropic'],
  ['openai', 'OpenAI'],
  ['gemini', 'Gemini'],
];
/** Every server sends these, and every client takes them out. */
const METADATA: readonly string[] = ['$schema', '$id', 'id'];
/** Keywords that say too much are simply taken out by every client for Gemini. */
const DROPPED = /: unknown keyword /;
const MAX_KINDS = 4;

/** What each provider would refuse of the schemas as they are, and whether it takes what Toolscout makes of them. */
export function providerFaults({ tools }: Catalog): readonly LintFinding[] {
  return PROVIDERS.flatMap(([target, name]): LintFinding[] => {
    const refused: Tool[] = [];
    const kinds = new Map<string, number>();
    const lost: LintFinding[] = [];
    for (const tool of tools) {
      // None at all means no arguments, to every client.
      if (tool.raw.inputSchema === undefined) continue;
      const problems = isSchemaValidFor(withoutMetadata(tool.raw.inputSchema), target).filter(
        (problem) => !DROPPED.test(problem),
      );
      if (problems.length === 0) continue;
      refused.push(tool);
      for (const kind of new Set(problems.map(kindOf))) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const [left] = isSchemaValidFor(convertSchema(tool.inputSchema, target).schema, target);
      if (left === undefined) continue;
      const message = `${name} refuses the schema of ${tool.id}, converted, too: ${left}.`;
      lost.push(finding('schema', 'warning', [tool.id], message));
    }
    if (refused.length === 0) return lost;
    const most = [...kinds].sort((a, b) => b[1] - a[1]).slice(0, MAX_KINDS);
    const message = `${name} takes ${refused.length} of ${tools.length} schemas only converted: ${most.map(([kind, times]) => `${kind} (${times})`).join(', ')}.`;
    return [
      ...lost,
      finding(
        'schema-provider',
        'note',
        refused.map(({ id }) => id),
        message,
      ),
    ];
  });
}

function withoutMetadata(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !METADATA.includes(key)));
}

/** A problem without the place, and without the one value that had it. */
function kindOf(problem: string): string {
  return problem.replace(/^[^:]*: /, '').replace(/^property name .*$/, 'names of arguments');
}

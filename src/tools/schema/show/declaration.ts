import type { JsonObject } from '../../../shared/json.ts';
import { truncate } from '../../../shared/truncate.ts';
import { escapeHidden, singleLine } from '../../sanitize.ts';
import { viewObject } from '../object-view.ts';
import { listParameters } from './parameters.ts';
import { toSignature } from './signature.ts';
import { memberNames, TypeWriter } from './type-text.ts';

export interface DeclarationOptions {
  /** Characters at most. Default 4,000, about 1,000 tokens. */
  readonly maxLength?: number;
}

const DEFAULT_LENGTH = 4_000;
const MAX_COMMENT = 120;

/** What is given up first when a declaration is too long: comments, depth, enum values. */
const STEPS = [
  { depth: 4, values: 40, comments: true },
  { depth: 3, values: 40, comments: false },
  { depth: 1, values: 12, comments: false },
] as const;

/**
 * Writes a schema that was read as a TypeScript type, one member a line with its description as a comment. Too long a one
 * becomes the single line of {@link toSignature}. Never throws.
 */
export function toDeclaration(name: string, schema: JsonObject, options: DeclarationOptions = {}): string {
  const { maxLength = DEFAULT_LENGTH } = options;
  const view = viewObject([schema], schema);
  // A union of whole shapes has no members of its own to list.
  if (view.properties.size > 0 && schema.oneOf === undefined && schema.anyOf === undefined) {
    const comments = new Map(
      listParameters(schema, { maxDepth: 1 }).map(({ path, description }) => [path[0]!, description] as const),
    );
    for (const { depth, values, comments: commented } of STEPS) {
      const writer = new TypeWriter(schema, { depth, values, budget: maxLength * 4 });
      const lines = memberNames(view).map((member) => {
        const comment = commented ? escapeHidden(singleLine(comments.get(member) ?? '')) : '';
        return `  ${writer.member(member, view, 0)};${comment === '' ? '' : ` // ${truncate(comment, MAX_COMMENT)}`}`;
      });
      const text = `type ${name} = {\n${lines.join('\n')}\n};`;
      if (!writer.exhausted && text.length <= maxLength) return text;
    }
  }
  return `type ${name} = ${toSignature(schema, { maxLength: Math.max(200, maxLength - name.length - 10) })};`;
}

import type { FilterExpression } from '../../engine/index.ts';
import type { ToolFilter } from '../../retrieval/index.ts';
import { TERM_FIELDS } from './index-body.ts';

/** A query of OpenSearch in its JSON form. */
export type Query = Readonly<Record<string, unknown>>;

const NOTHING: Query = { match_none: {} };
const EVERYTHING: Query = { match_all: {} };

/** How one value of one tag is kept: no two pairs have one text. */
export function tagTerm(tag: string, value: string): string {
  return JSON.stringify([tag, value]);
}

/** The documents that pass, exactly as `compileFilter` tells them apart. */
export function filterQuery(expression: FilterExpression | undefined): Query {
  if (expression === undefined) return EVERYTHING;
  switch (expression.op) {
    case 'none':
      return NOTHING;
    case 'in': {
      const { tag, values } = expression;
      if (values.length === 0) return NOTHING;
      return { terms: { tags: [...new Set(['*', ...values])].map((value) => tagTerm(tag, value)) } };
    }
    case 'not':
      return { bool: { must_not: [filterQuery(expression.part)] } };
    case 'and':
      return { bool: { filter: expression.parts.map(filterQuery) } };
    case 'or':
      if (expression.parts.length === 0) return NOTHING;
      return { bool: { should: expression.parts.map(filterQuery), minimum_should_match: 1 } };
  }
}

/** Fields whose words are a tool's own: example requests are other people's. */
const OWN_FIELDS = TERM_FIELDS.filter((name) => name !== 'examples');

/** Conditions that every word demanded is held by a tool's own texts. */
export function mustQueries(must: NonNullable<ToolFilter['must']>): Query[] {
  const held = (term: string): Query => anyOf(OWN_FIELDS.map((name) => ({ term: { [`terms.${name}`]: term } })));
  const spelled = (spelling: readonly string[]): Query => ({ bool: { filter: spelling.map(held) } });
  return must.map((word) => anyOf(word.map(spelled)));
}

function anyOf(queries: readonly Query[]): Query {
  return { bool: { should: queries, minimum_should_match: 1 } };
}

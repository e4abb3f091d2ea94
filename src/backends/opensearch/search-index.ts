import type { FilterExpression } from '../../engine/index.ts';
import type {
  RemoteAnswer,
  RemoteCandidateRequest,
  RemoteCandidates,
  RemoteDocument,
  RemoteIndex,
  StoredDocument,
} from '../../retrieval/index.ts';
import type { OpenSearchHttp } from './connection.ts';
import { DocumentCache, type DocumentName } from './document-cache.ts';
import { filterQuery, mustQueries, type Query, tagTerm } from './filter-query.ts';
import { spaceOf } from './index-body.ts';
import type { OpenSearchSettings } from './index-settings.ts';
import { list, member, number } from './members.ts';
import { type Search, searchAll } from './multi-search.ts';
import { routesOf } from './routing.ts';
import { fromStored, SOURCE_FIELDS, TOOL_FIELDS, toolOfStored } from './stored-document.ts';

/** Candidates asked for in place of each that is wanted, since the engine keeps impacts to 9 bits only. */
const OVERSAMPLING = 1.2;
/** Neighbours looked for in the graph in place of each that is wanted: the more, the fewer of the nearest are missed. */
const GRAPH_OVERSAMPLING = 3;
/**
 * Documents up to which all vectors of a scope are compared, 256 numbers each, in place of a walk through the graph: nothing
 * that other tenants do can then change what is found.
 */
const EXACT_DOCUMENTS = 5_000;
/** Documents a page of a list; the most that one answer may hold is 10,000. */
const PAGE = 1_000;
/** The cosine behind a score of `knn_score`, which is never negative (k-NN plugin, "spaces"). */
const COSINE_OF = {
  innerproduct: 'double score = _score.doubleValue(); return score >= 1 ? score - 1 : 1 - 1 / score',
  cosinesimil: '_score.doubleValue() - 1',
} as const;
/** Values of one tag that are counted. */
const MAX_VALUES = 10_000;
/** Tags that are told of a scope. */
const MAX_TAGS = 1_000;

/** Asks an index in a cluster, by its alias. */
export class OpenSearchIndex implements RemoteIndex {
  readonly averageLengths: readonly number[];
  readonly dimensions: number | undefined;
  readonly #http: OpenSearchHttp;
  readonly #name: string;
  readonly #settings: OpenSearchSettings;
  readonly #cache = new DocumentCache();

  constructor(http: OpenSearchHttp, name: string, settings: OpenSearchSettings) {
    this.#http = http;
    this.#name = name;
    this.#settings = settings;
    this.averageLengths = settings.averageLengths;
    this.dimensions = settings.dimensions;
  }

  async summary(
    scope: FilterExpression | undefined,
  ): Promise<RemoteAnswer<{ readonly count: number; readonly tagKeys: ReadonlySet<string> }>> {
    const body = {
      size: 0,
      track_total_hits: true,
      query: filterQuery(scope),
      aggs: { keys: { terms: { field: 'tag_keys', size: MAX_TAGS } } },
    };
    const [answer] = await this.#search(scope, [body]);
    const keys = list(answer!.body, 'aggregations', 'keys', 'buckets').map((bucket) => String(member(bucket, 'key')));
    return { count: totalOf(answer!.body), tagKeys: new Set(keys), short: answer!.short };
  }

  async find(
    scope: FilterExpression | undefined,
    lookups: readonly string[],
    limit: number,
  ): Promise<RemoteAnswer<{ readonly documents: readonly StoredDocument[] }>> {
    const query = { bool: { filter: [filterQuery(scope), { terms: { lookups } }] } };
    const body = { ...documentsBy(query, limit, TOOL_FIELDS), track_total_hits: false };
    const [answer] = await this.#search(scope, [body]);
    return { documents: sourcesOf(answer!.body).map(toolOfStored), short: answer!.short };
  }

  async holds(
    scope: FilterExpression | undefined,
    lookup: string | undefined,
  ): Promise<RemoteAnswer<{ readonly held: boolean }>> {
    const filter = [filterQuery(scope), ...(lookup === undefined ? [] : [{ term: { lookups: lookup } }])];
    const body = { size: 0, track_total_hits: 1, query: { bool: { filter } } };
    const [answer] = await this.#search(scope, [body]);
    return { held: totalOf(answer!.body) > 0, short: answer!.short };
  }

  async list(
    scope: FilterExpression | undefined,
    { limit, must = [], literal }: Parameters<RemoteIndex['list']>[1],
  ): Promise<RemoteAnswer<{ readonly documents: readonly StoredDocument[]; readonly total: number }>> {
    const query = {
      bool: {
        filter: [
          filterQuery(scope),
          ...mustQueries(must),
          ...(literal === undefined ? [] : [{ wildcard: { names: { value: `*${escaped(literal.toLowerCase())}*` } } }]),
        ],
      },
    };
    const documents: StoredDocument[] = [];
    let total = 0;
    let short = false;
    for (let after: string | undefined, first = true; first || documents.length < limit; first = false) {
      const size = Math.min(PAGE, limit - documents.length);
      const body = {
        ...documentsBy(query, size, TOOL_FIELDS),
        track_total_hits: first,
        ...(after === undefined ? {} : { search_after: [after] }),
      };
      const [answer] = await this.#search(scope, [body]);
      if (first) total = totalOf(answer!.body);
      short ||= answer!.short;
      const page = sourcesOf(answer!.body).map(toolOfStored);
      documents.push(...page);
      after = page.at(-1)?.key;
      if (page.length < size || size === 0) break;
    }
    return { documents, total, short };
  }

  async values(
    scope: FilterExpression | undefined,
    tag: string,
    only?: readonly string[],
  ): ReturnType<RemoteIndex['values']> {
    // All pairs begin with the tag, as JSON writes it, and a comma.
    const every = `${JSON.stringify([tag])
      .slice(0, -1)
      .replace(/[^a-zA-Z0-9]/g, '\\$&')},.*`;
    // Of so many as are asked for each shard tells all, so that the sums are exact.
    const include = only?.map((value) => tagTerm(tag, value)) ?? every;
    const body = {
      size: 0,
      track_total_hits: false,
      query: filterQuery(scope),
      aggs: { values: { terms: { field: 'tags', include, size: only?.length ?? MAX_VALUES } } },
    };
    const [answer] = await this.#search(scope, [body]);
    const isCut = number(answer!.body, 'aggregations', 'values', 'sum_other_doc_count') > 0;
    const values = list(answer!.body, 'aggregations', 'values', 'buckets').map((bucket) => ({
      value: (JSON.parse(String(member(bucket, 'key'))) as [string, string])[1],
      count: number(bucket, 'doc_count'),
    }));
    return { values: isCut ? undefined : values, short: answer!.short };
  }

  async means(
    scope: FilterExpression | undefined,
    { vector, tag, values }: Parameters<RemoteIndex['means']>[1],
  ): ReturnType<RemoteIndex['means']> {
    const terms = values.map((value) => tagTerm(tag, value));
    const visible = [...(scope === undefined ? [] : [filterQuery(scope)]), { terms: { tags: terms } }];
    const body = {
      size: 0,
      track_total_hits: false,
      query: this.#compared(vector, visible),
      aggs: {
        sources: {
          terms: { field: 'tags', include: terms, size: terms.length },
          aggs: {
            mean: { avg: { script: { lang: 'painless', source: COSINE_OF[spaceOf(this.#settings.encoding)] } } },
          },
        },
      },
    };
    const [answer] = await this.#search(scope, [body]);
    const means = list(answer!.body, 'aggregations', 'sources', 'buckets').map((bucket): [string, number] => [
      (JSON.parse(String(member(bucket, 'key'))) as [string, string])[1],
      number(bucket, 'mean', 'value'),
    ]);
    return { means: new Map(means), short: answer!.short };
  }

  async candidates(request: RemoteCandidateRequest): Promise<RemoteAnswer<RemoteCandidates>> {
    const { scope, must, terms, vector, limit, about } = request;
    const visible = filterQuery(scope);
    const demanded = mustQueries(must);
    const filter = [...(scope === undefined ? [] : [visible]), ...demanded];
    const size = Math.ceil(limit * OVERSAMPLING);
    // Frequencies have to be known before the words are looked for; the vectors need none.
    const counts = countsOf(terms, visible, demanded);
    const near = vector === undefined ? undefined : this.#near(vector, filter, size, about);
    const [counted, nearest] = await this.#search(scope, [counts, ...(near === undefined ? [] : [near])]);
    const frequencies = terms.map((_, i) =>
      number(counted!.body, 'aggregations', 'terms', 'buckets', `t${i}`, 'doc_count'),
    );
    const total = number(counted!.body, 'aggregations', 'any', 'doc_count');
    const count = totalOf(counted!.body);
    const words = total === 0 ? undefined : wordsOf(terms, frequencies, count, filter, size);
    const [worded] = words === undefined ? [undefined] : await this.#search(scope, [words]);
    const found = [nearest, worded].filter((answer) => answer !== undefined);
    const { documents, short } = await this.#fetch(
      scope,
      found.flatMap(({ body }) => namesOf(body)),
    );
    const answers = [counted!, ...found];
    return {
      documents,
      count,
      frequencies,
      total,
      short: short || answers.some((answer) => answer.short),
    };
  }

  /** The nearest by vector: all of a small scope compared, else the graph walked under the filter. */
  #near(vector: Float32Array, filter: readonly Query[], size: number, about: number): object {
    const query =
      about <= EXACT_DOCUMENTS
        ? this.#compared(vector, filter)
        : {
            knn: {
              embedding: {
                vector: this.#written(vector),
                k: size * GRAPH_OVERSAMPLING,
                // Left out where everything passes: the engine would list all documents first.
                ...(filter.length === 0 ? {} : { filter: { bool: { filter } } }),
              },
            },
          };
    return { ...namesBy(query, size), track_total_hits: false };
  }

  /** All that passes, compared with a vector. */
  #compared(vector: Float32Array, filter: readonly Query[]): Query {
    return {
      script_score: {
        query: { bool: { filter: [...filter, { exists: { field: 'embedding' } }] } },
        script: {
          lang: 'knn',
          source: 'knn_score',
          params: {
            field: 'embedding',
            query_value: this.#written(vector),
            space_type: spaceOf(this.#settings.encoding),
          },
        },
      },
    };
  }

  #written(vector: Float32Array): number[] {
    return this.#settings.encoding === 'byte' ? wholeNumbers(vector) : sixDigits(vector);
  }

  /** The documents that searches have named, from before or from the cluster. */
  async #fetch(
    scope: FilterExpression | undefined,
    names: readonly DocumentName[],
  ): Promise<RemoteAnswer<{ readonly documents: readonly RemoteDocument[] }>> {
    const documents = new Map<string, RemoteDocument>();
    const missing = new Set<string>();
    for (const name of names) {
      const known = this.#cache.get(name);
      if (known === undefined) missing.add(name.id);
      else documents.set(name.id, known);
    }
    if (missing.size === 0) return { documents: [...documents.values()], short: false };
    // Under the filter again: a document may have changed since it was named.
    const query = { bool: { filter: [filterQuery(scope), { terms: { id: [...missing] } }] } };
    const body = { ...documentsBy(query, 2 * missing.size, SOURCE_FIELDS), track_total_hits: false };
    const [answer] = await this.#search(scope, [body]);
    for (const document of sourcesOf(answer!.body).map(fromStored)) {
      this.#cache.add(document);
      documents.set(document.key, document);
    }
    return { documents: [...documents.values()], short: answer!.short };
  }

  async #search(scope: FilterExpression | undefined, bodies: readonly object[]): Promise<readonly Search[]> {
    const routing = routesOf(scope, this.#settings.routeBy);
    return searchAll(this.#http, { index: this.#name, ...(routing === undefined ? {} : { routing }) }, bodies);
  }
}

/** How many documents of the scope hold each term, and how many hold any; the total of the answer counts the scope. */
function countsOf(terms: readonly string[], visible: Query, demanded: readonly Query[]): object {
  const holding = terms.map((term): Query => ({ rank_feature: { field: `impacts.${term}` } }));
  return {
    size: 0,
    track_total_hits: true,
    query: visible,
    ...(terms.length === 0
      ? {}
      : {
          aggs: {
            terms: { filters: { filters: Object.fromEntries(holding.map((query, i) => [`t${i}`, query])) } },
            any: { filter: { bool: { filter: demanded, should: holding, minimum_should_match: 1 } } },
          },
        }),
  };
}

/** The best by words: what a document gives for a term is stored in it, how much the term counts is told by the request. */
function wordsOf(
  terms: readonly string[],
  frequencies: readonly number[],
  count: number,
  filter: readonly Query[],
  size: number,
): object {
  const should = terms.flatMap((term, i): Query[] => {
    const frequency = frequencies[i]!;
    if (frequency === 0) return [];
    const boost = Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
    return [{ rank_feature: { field: `impacts.${term}`, linear: {}, boost } }];
  });
  return {
    ...namesBy({ bool: { should, minimum_should_match: 1, filter } }, size),
    track_total_hits: false,
    sort: [{ _score: 'desc' }, { id: 'asc' }],
  };
}

function documentsBy(query: Query, size: number, fields: readonly string[]): object {
  return { size, _source: fields, query, sort: [{ id: 'asc' }] };
}

/** What is found, without what is in it: to fetch a hundred documents takes longer than to find them. */
function namesBy(query: Query, size: number): object {
  return { size, _source: false, docvalue_fields: ['id', 'hash'], query };
}

function namesOf(body: unknown): DocumentName[] {
  return list(body, 'hits', 'hits').map((hit) => {
    const [id] = list(hit, 'fields', 'id');
    const [hash] = list(hit, 'fields', 'hash');
    return { id: String(id), hash: String(hash) };
  });
}

function sourcesOf(body: unknown): unknown[] {
  return list(body, 'hits', 'hits').map((hit) => member(hit, '_source'));
}

function totalOf(body: unknown): number {
  return number(body, 'hits', 'total', 'value');
}

/** Largest int8 that has its negative. */
const MAX_INT8 = 127;

/** As the tools' own are written: with all of their digits, a request is twice as long. */
function sixDigits(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Math.round(value * 1e6) / 1e6);
}

function wholeNumbers(vector: Float32Array): number[] {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Array.from(vector, (value) => Math.round((value * MAX_INT8) / largest));
}

function escaped(literal: string): string {
  return literal.replace(/[\\*?]/g, '\\$&');
}

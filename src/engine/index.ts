export { buildLexicalIndex } from './lexical/lexical-index.ts';
export type {
  AnalyzedDocument,
  DocId,
  FieldOptions,
  LexicalCandidate,
  LexicalRequest,
  LexicalResult,
  SearchIndex,
} from './types.ts';

export { type AnalyzedQuery, analyzeIdentifier, analyzeQuery, analyzeText } from './analyze.ts';
export { TermNumbers } from './term-numbers.ts';

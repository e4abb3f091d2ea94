export { type AnalyzedQuery, analyzeIdentifier, analyzeQuery, analyzeText } from './analyze.ts';

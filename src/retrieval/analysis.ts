import type { AnalyzedDocument } from '../engine/index.ts';
import { analyzeIdentifier, analyzeText } from '../text/index.ts';
import { type Tool, toDocument } from '../tools/index.ts';

/**
 * The terms of a tool, field by field in the order of `FIELDS`. Remembered per tool object: tools are immutable and
 * survive from catalog to catalog, so a rebuilt catalog analyses only what is new.
 */
export function analyzeTool(tool: Tool): AnalyzedDocument {
  const known = memory.get(tool);
  if (known !== undefined) return known;
  const analyzed: AnalyzedDocument = { key: tool.id, terms: termsOf(tool) };
  memory.set(tool, analyzed);
  return analyzed;
}

/** The same without remembering it: for tools that pass by once. */
export function termsOf(tool: Tool): AnalyzedDocument['terms'] {
  const document = toDocument(tool);
  return [
    analyzeIdentifier(document.name),
    analyzeText(document.title),
    analyzeText(document.description),
    document.parameterNames.flatMap(analyzeIdentifier),
    document.parameterTexts.flatMap(analyzeText),
    analyzeIdentifier(document.server),
    document.examples.flatMap(analyzeText),
  ];
}

const memory = new WeakMap<Tool, AnalyzedDocument>();

/** Bounds of one request to an endpoint. */
export interface BatchBounds {
  readonly maxTexts: number;
  /** UTF-16 units of all texts together; a single longer text goes alone. */
  readonly maxCharacters: number;
}

/** Texts in their order, cut into runs that each fit one request. Bounds that change meanwhile hold from the next on. */
export function* toBatches(texts: readonly string[], bounds: BatchBounds): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length >= bounds.maxTexts || characters + text.length > bounds.maxCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

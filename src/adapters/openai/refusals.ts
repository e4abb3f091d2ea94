/** Why a request with deferred tools was refused; undefined for refusals that have nothing to do with them. */
export type SearchRefusal = 'without-search' | 'repeated' | 'not-supported';

/** Reads a refusal of the Responses API, or of a proxy before it, by its meaning: every one has words of its own. */
export function readSearchRefusal(status: number, body: unknown): SearchRefusal | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const text = (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).toLowerCase();
  const search = text.includes('tool_search');
  const deferral = text.includes('defer_loading') || /\bdeferred\b/.test(text);
  if (search && deferral && /\brequires?\b|\bwithout\b/.test(text)) return 'without-search';
  const namespace = /\bnamespaces?\b/.test(text);
  if (namespace && /duplicate|already|twice|unique|more than once/.test(text)) return 'repeated';
  return search || deferral || (namespace && text.includes('tool')) ? 'not-supported' : undefined;
}

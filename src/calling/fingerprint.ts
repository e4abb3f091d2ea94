import { contentHash } from '../shared/hash.ts';
import { stableStringify } from '../shared/json.ts';
import type { Tool } from '../tools/index.ts';

const fingerprints = new WeakMap<Tool['inputSchema'], string>();

/** Equal for tools that take the same arguments. What is found with one tool can be called with it later. */
export function schemaFingerprint(tool: Tool): string {
  let fingerprint = fingerprints.get(tool.inputSchema);
  if (fingerprint === undefined) {
    fingerprint = contentHash(stableStringify(tool.inputSchema));
    fingerprints.set(tool.inputSchema, fingerprint);
  }
  return fingerprint;
}

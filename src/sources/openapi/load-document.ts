import { errorMessage, ToolscoutError } from '../../errors.ts';
import { readText } from '../read-lines.ts';
import { DEFAULT_START_TIMEOUT_MS } from '../server-spec.ts';
import type { AddressGuard } from './address-guard.ts';
import { type ApiDocument, parseApiDocument, readApiDocument } from './document.ts';
import { send } from './redirects.ts';
import type { OpenApiSpec } from './service-spec.ts';

/** The largest descriptions that are published have some ten megabytes. */
const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;

export interface LoadedDocument {
  readonly document: ApiDocument;
  /** Where it was found in the end, for addresses that are relative to it. */
  readonly url: string | undefined;
}

/**
 * Reads the document of a service.
 * @throws ToolscoutError `FILE_UNREADABLE`, `CATALOG_INVALID`, `NOT_ALLOWED`, `SERVER_UNAVAILABLE`
 */
export async function loadDocument(spec: OpenApiSpec, guard: AddressGuard): Promise<LoadedDocument> {
  const { document, startTimeoutMs = DEFAULT_START_TIMEOUT_MS } = spec;
  if ('content' in document) return { document: readApiDocument(document.content, spec.name), url: undefined };
  if ('file' in document) {
    return { document: parseApiDocument(await readText(document.file), document.file), url: undefined };
  }
  const url = new URL(document.url);
  const shown = url.origin + url.pathname;
  const { text, from } = await fetchText(url, shown, guard, startTimeoutMs);
  return { document: parseApiDocument(text, shown), url: from };
}

async function fetchText(url: URL, shown: string, guard: AddressGuard, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs);
  const failed = (why: string, cause?: unknown): ToolscoutError =>
    new ToolscoutError('SERVER_UNAVAILABLE', `The OpenAPI description at ${shown} cannot be fetched: ${why}.`, {
      next: 'Check the address, or save the document and give it as "file".',
      details: { ran: false },
      cause,
    });
  try {
    const request = { method: 'GET', url, headers: { accept: 'application/json, application/yaml, */*;q=0.5' } };
    const answer = await send(request, { guard, signal, maxBytes: MAX_DOCUMENT_BYTES }, (one) => one);
    if (answer.status !== 200) throw failed(`HTTP ${answer.status} ${answer.statusText}`.trim());
    if (answer.cut) throw failed(`it is longer than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`);
    return { text: new TextDecoder().decode(answer.body), from: answer.url.href };
  } catch (error) {
    if (error instanceof ToolscoutError) throw error;
    throw failed(signal.aborted ? `nothing came within ${timeoutMs / 1000} s` : errorMessage(error), error);
  }
}

import { ToolscoutError } from '../errors.ts';

/** The body of an answer as text. One that is larger than `maxBytes` is given up instead of kept. */
export async function readBounded(response: Response, maxBytes: number, section: string): Promise<string> {
  const { body } = response;
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      // Leaving the loop cancels the stream.
      throw new ToolscoutError('LLM_REPLY_INVALID', `The endpoint answered with more than ${maxBytes} bytes.`, {
        next: `Check ${section}.baseUrl: this is no answer of a model.`,
      });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

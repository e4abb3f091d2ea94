import { unpackText } from '../shared/exact-json.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * The stream with large whole numbers written as numbers: towards the protocol layer, which knows only `JSON.stringify`,
 * they travel packed. That layer writes one message at a time.
 */
export function exactOutput(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return new Proxy(stream, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      if (key !== 'write') return member.bind(target);
      return (chunk: unknown, ...rest: never[]) =>
        target.write(typeof chunk === 'string' ? unpackText(chunk) : (chunk as string), ...rest);
    },
  });
}

/** The same for an answer over HTTP; an event stream stays one, and each of its chunks is whole events. */
export function withExactResults(response: Response): Response {
  const { body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (body === null || !/\bjson\b|event-stream/.test(type)) return response;
  const exact = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const text = decoder.decode(chunk);
      const unpacked = unpackText(text);
      controller.enqueue(unpacked === text ? chunk : encoder.encode(unpacked));
    },
  });
  return new Response(body.pipeThrough(exact), response);
}

import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { encodeFrame, FrameDecoder } from '../frames.ts';
import type { ChildMessage, ParentMessage } from '../messages.ts';
import type { CodeLimits } from '../types.ts';
import type { Guest, GuestOutlets } from './engine.ts';
import { createPlainEngine } from './plain-engine.ts';
import { createQuickJsEngine } from './quickjs-engine.ts';

/** What the bootstrap hands over. */
export interface HandOver {
  readonly nonce: string;
  readonly innerWall: 'quickjs' | 'none';
  /** What stood behind the program on standard input. */
  readonly rest: Buffer;
}

/** The parent is trusted; this only keeps a broken pipe from filling the memory. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** The child's program: prepares an engine, runs one snippet, and is killed by the parent. */
export async function start({ nonce, innerWall, rest }: HandOver): Promise<void> {
  const { stdin, stdout } = process;
  const write = stdout.write.bind(stdout);
  const send = (message: ChildMessage): void => void write(encodeFrame(nonce, message));
  dropReach();

  const integerMark = `integer-${randomUUID()}:`;
  const engine = innerWall === 'quickjs' ? await createQuickJsEngine(integerMark) : createPlainEngine(integerMark);
  let guest: Guest | undefined;
  const receive = (message: ParentMessage): void => {
    switch (message.type) {
      case 'ping':
        send({ type: 'pong' });
        return;
      case 'run':
        guest = engine.start({ ...message, outlets: outlets(send, message.limits) });
        return;
      case 'answer':
        guest?.answer(message.id, message.ok, message.text);
        return;
    }
  };
  const decoder = new FrameDecoder(nonce, MAX_FRAME_BYTES);
  const read = (chunk: Buffer): void => {
    for (const message of decoder.push(chunk)) receive(message as ParentMessage);
  };
  stdin.on('data', read);
  // Without a parent there is nobody to answer to.
  stdin.on('end', () => process.exit(0));
  send({ type: 'ready' });
  if (rest.length > 0) read(rest);
}

function outlets(send: (message: ChildMessage) => void, limits: CodeLimits): GuestOutlets {
  let bytes = 0;
  let entries = 0;
  return {
    request: (id, operation, text) => send({ type: 'request', id, operation, text }),
    log: (level, text) => {
      bytes += Buffer.byteLength(text);
      entries++;
      if (bytes > limits.maxLogBytes || entries > limits.maxLogEntries) {
        // The beginning of a long line still tells something.
        const room = limits.maxLogBytes - (bytes - Buffer.byteLength(text));
        if (entries <= limits.maxLogEntries && room > 0)
          send({ type: 'log', level, text: `${text.slice(0, room / 4)}…` });
        send({ type: 'logs-cut' });
        return false;
      }
      send({ type: 'log', level, text });
      return true;
    },
    done: (end, memoryBytes) => send({ type: 'done', memoryBytes, ...end }),
  };
}

/**
 * Permission mode says nothing of signals: a process may send them to its parent, and one of them makes Node listen for a
 * debugger. Nothing here needs to.
 */
function dropReach(): void {
  for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', '_startProfilerIdleNotifier', 'dlopen']) {
    Reflect.deleteProperty(process, name);
  }
}

import { isObject } from '../../shared/json.ts';
import type { PlainClient } from '../../sources/index.ts';

/** A request in a person's words, and the call that answers it. */
export interface DemoTask {
  readonly query: string;
  /** The original name of the tool that should be found; the demo fails honestly when another one comes first. */
  readonly tool: string;
  readonly arguments: (folder: string) => Record<string, unknown>;
  /** What the server's own reply must contain: worked out by the server, not merely sent back. */
  readonly expects: string;
}

/** Every reply comes from a server that does real work on this machine. */
export const DEMO_TASKS: readonly DemoTask[] = [
  { query: 'sum of two numbers', tool: 'get-sum', arguments: () => ({ a: 19, b: 23 }), expects: '42' },
  {
    query: 'write text into a new file',
    tool: 'write_file',
    arguments: (folder) => ({ path: `${folder}/note.txt`, content: 'Toolscout was here.\nTwo lines.\n' }),
    expects: 'note.txt',
  },
  {
    query: 'file size and modification time',
    tool: 'get_file_info',
    arguments: (folder) => ({ path: `${folder}/note.txt` }),
    expects: 'size: 31',
  },
  {
    // No word of it is in any description: found by meaning. The server has a deprecated `read_file` that names this one.
    query: 'прочитай содержимое файла',
    tool: 'read_text_file',
    arguments: (folder) => ({ path: `${folder}/note.txt` }),
    expects: 'Two lines.',
  },
  {
    query: 'create new entities in the knowledge graph',
    tool: 'create_entities',
    arguments: () => ({ entities: [{ name: 'Toolscout', entityType: 'project', observations: ['finds tools'] }] }),
    expects: 'Toolscout',
  },
  {
    query: 'search nodes in the knowledge graph',
    tool: 'search_nodes',
    arguments: () => ({ query: 'finds tools' }),
    expects: 'project',
  },
  {
    query: 'think through a problem step by step',
    tool: 'sequentialthinking',
    arguments: () => ({
      thought: 'Start with the search.',
      thoughtNumber: 1,
      totalThoughts: 2,
      nextThoughtNeeded: true,
    }),
    expects: 'thoughtHistoryLength',
  },
];

/** One step as the JSON contract reports it. */
export interface DemoStep {
  readonly op: 'search' | 'describe' | 'call';
  readonly ok: boolean;
  readonly query?: string;
  readonly verdict?: string;
  readonly name?: string;
  readonly signature?: string;
  readonly reply?: string;
}

/** The three steps of one task, and what was read on the way, for the token bill. */
export interface DemoExchange {
  readonly steps: readonly DemoStep[];
  readonly read: readonly string[];
}

/** search → describe → call, as a model would do it: each step uses only what the one before returned. */
export async function answerTask(client: PlainClient, task: DemoTask, folder: string): Promise<DemoExchange> {
  const search = await client.callTool('tool_search', { query: task.query });
  const answer = isObject(search.structuredContent) ? search.structuredContent : {};
  const hits = Array.isArray(answer.hits) ? (answer.hits as unknown[]).filter(isObject) : [];
  const name = String(hits[0]?.name ?? '');
  const found = name.endsWith(task.tool);

  const describe = await client.callTool('tool_describe', { name });
  const described = isObject(describe.structuredContent) ? describe.structuredContent : {};
  const call = await client.callTool('tool_call', { name, arguments: task.arguments(folder) });
  const reply = replyText(call);
  return {
    steps: [
      { op: 'search', ok: found, query: task.query, verdict: String(answer.verdict), name },
      { op: 'describe', ok: isObject(described.inputSchema), name, signature: String(described.signature ?? '') },
      { op: 'call', ok: call.isError !== true && reply.includes(task.expects), name, reply },
    ],
    read: [firstText(search), firstText(describe)],
  };
}

/** What a reader of the result sees: its texts, and structured content where there is none. */
function replyText(result: Readonly<Record<string, unknown>>): string {
  const texts = blocks(result).flatMap((block) => (typeof block.text === 'string' ? [block.text] : []));
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(result.structuredContent ?? null);
}

function firstText(result: Readonly<Record<string, unknown>>): string {
  return String(blocks(result)[0]?.text ?? '');
}

function blocks(result: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  return Array.isArray(result.content) ? (result.content as unknown[]).filter(isObject) : [];
}

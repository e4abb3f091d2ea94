import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { createAnthropicTools, createToolAccess } from 'toolscout/anthropic';
import { EXPECTED, execute, OFFICE, ran } from '../shared/office.ts';
import { startScriptedModel } from '../shared/scripted-model.ts';

// Runs offline. For the real model: `new Anthropic()`, and a name of theirs below.
const model = await startScriptedModel();
const client = new Anthropic({ baseURL: model.url, apiKey: 'none' });

const access = await createToolAccess({ entries: OFFICE, execute, context: { settings: { enabled: 'on' } } });
const toolscout = createAnthropicTools({ access });

const history: Anthropic.MessageParam[] = [{ role: 'user', content: 'Bill ACME for 10.' }];
for (;;) {
  const { tools, messages } = await toolscout.request(history);
  const reply = await client.messages.create({ model: 'claude-sonnet-5-5', max_tokens: 1024, tools, messages });
  history.push({ role: 'assistant', content: reply.content });
  if (reply.stop_reason !== 'tool_use') break;
  history.push({ role: 'user', content: await toolscout.answer(reply.content) });
}

await model.close();
assert.deepEqual(ran, EXPECTED);
assert.ok(Math.max(...model.carried) < 10, 'of 60 tools, each request carries only what was found');
console.log(`anthropic: ok, ${model.carried.join(', ')} of ${OFFICE.length} tools in the requests`);

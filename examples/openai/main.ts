import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { createOpenAITools, createToolAccess } from 'toolscout/openai';
import { EXPECTED, execute, OFFICE, ran } from '../shared/office.ts';
import { startScriptedModel } from '../shared/scripted-model.ts';

// Runs offline. For the real model: `new OpenAI()`, and a name of theirs below.
const model = await startScriptedModel();
const client = new OpenAI({ baseURL: model.url, apiKey: 'none' });

const access = await createToolAccess({ entries: OFFICE, execute, context: { settings: { enabled: 'on' } } });
const toolscout = createOpenAITools({ access });

const history: OpenAI.Responses.ResponseInputItem[] = [{ type: 'message', role: 'user', content: 'Bill ACME for 10.' }];
for (;;) {
  const { tools, input } = await toolscout.request(history);
  const reply = await client.responses.create({ model: 'gpt-6', tools, input });
  const answers = await toolscout.answer(reply.output);
  history.push(...(reply.output as typeof history), ...answers);
  if (answers.length === 0) break;
}

await model.close();
assert.deepEqual(ran, EXPECTED);
assert.ok(Math.max(...model.carried) < 10, 'of 60 tools, each request carries only what was found');
console.log(`openai: ok, ${model.carried.join(', ')} of ${OFFICE.length} tools in the requests`);

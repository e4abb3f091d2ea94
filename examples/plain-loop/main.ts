import assert from 'node:assert/strict';
import { createToolAccess, runToolLoop } from 'toolscout/loop';
import { EXPECTED, execute, OFFICE, ran } from '../shared/office.ts';
import { startScriptedModel } from '../shared/scripted-model.ts';

// Runs offline. For a real model: the address, name and key of any endpoint that speaks Chat Completions.
const model = await startScriptedModel();

const { text, stopped } = await runToolLoop({
  access: await createToolAccess({ entries: OFFICE, execute, context: { settings: { enabled: 'on' } } }),
  endpoint: { baseUrl: model.url, model: 'any' },
  messages: [{ role: 'user', content: 'Bill ACME for 10.' }],
  maxTurns: 10,
});

await model.close();
assert.deepEqual([text, stopped], ['Done.', 'answered']);
assert.deepEqual(ran, EXPECTED);
assert.ok(Math.max(...model.carried) < 10, 'of 60 tools, each request carries three');
console.log(`plain-loop: ok, ${model.carried.join(', ')} of ${OFFICE.length} tools in the requests`);

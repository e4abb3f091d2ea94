import assert from 'node:assert/strict';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount } from 'ai';
import { createAiSdkTools, createToolAccess } from 'toolscout/ai-sdk';
import { EXPECTED, execute, OFFICE, ran } from '../shared/office.ts';
import { startScriptedModel } from '../shared/scripted-model.ts';

// Runs offline. For a real model: any of the SDK.
const scripted = await startScriptedModel();
const model = createOpenAICompatible({ name: 'scripted', baseURL: scripted.url })('any');

const access = await createToolAccess({ entries: OFFICE, execute, context: { settings: { enabled: 'on' } } });
const { tools, prepareStep } = await createAiSdkTools({ access, discovery: 'found' });

const { text } = await generateText({
  model,
  tools,
  prepareStep,
  stopWhen: isStepCount(10),
  prompt: 'Bill ACME for 10.',
});

await scripted.close();
assert.equal(text, 'Done.');
assert.deepEqual(ran, EXPECTED);
assert.ok(Math.max(...scripted.carried) < 10, 'of 60 tools, each step carries only what was found');
console.log(`ai-sdk: ok, ${scripted.carried.join(', ')} of ${OFFICE.length} tools in the steps`);

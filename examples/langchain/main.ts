import assert from 'node:assert/strict';
import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createLangChainTools, createToolAccess } from 'toolscout/langchain';
import { EXPECTED, execute, OFFICE, ran } from '../shared/office.ts';

// Runs offline. For a real model: any chat model of LangChain that takes tools.
const model = fakeModel()
  .respondWithTools([{ id: 'a', name: 'tool_search', args: { query: 'create an invoice' } }])
  .respondWithTools([{ id: 'b', name: 'office__create_invoice', args: { customer: 'ACME', amount: 10 } }])
  .respond(new AIMessage('Done.'));

const access = await createToolAccess({ entries: OFFICE, execute, context: { settings: { enabled: 'on' } } });
const toolscout = createLangChainTools({ access, discovery: 'found' });

const carried: number[] = [];
const agent = createReactAgent({
  llm: async ({ messages }) => {
    carried.push((await toolscout.tools(messages)).length);
    return toolscout.bind(model, messages);
  },
  tools: await toolscout.callable(),
});
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Bill ACME for 10.' }] });

assert.equal(messages.at(-1)?.content, 'Done.');
assert.deepEqual(ran, EXPECTED);
assert.ok(Math.max(...carried) < 10, 'of 60 tools, each request carries only what was found');
console.log(`langchain: ok, ${carried.join(', ')} of ${OFFICE.length} tools in the requests`);

import { describe, expect, it } from 'vitest';
import { createFunctionModel } from './function-model.ts';
import { createScriptedModel } from './scripted-model.ts';

const REQUEST = { messages: [{ role: 'user', content: 'x' }], maxTokens: 1 } as const;

describe('a scripted model', () => {
  it('says its lines, remembers what it was asked, and does not go on by itself', async () => {
    const model = createScriptedModel(['a', { text: 'b', stop: 'length' }, new Error('c')]);
    expect(await model.complete(REQUEST)).toEqual({ text: 'a', stop: 'end' });
    expect(await model.complete(REQUEST)).toEqual({ text: 'b', stop: 'length' });
    await expect(model.complete(REQUEST)).rejects.toThrow('c');
    await expect(model.complete(REQUEST)).rejects.toMatchObject({ code: 'LLM_UNAVAILABLE' });
    expect(model.requests).toHaveLength(4);
  });

  it('hangs until it is given up', async () => {
    const stop = new AbortController();
    const asked = createScriptedModel(() => 'hang').complete({ ...REQUEST, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });
});

describe('a function as a model', () => {
  it('may return a text or a completion', async () => {
    expect(await createFunctionModel('f', () => 'a').complete(REQUEST)).toEqual({ text: 'a' });
    expect(await createFunctionModel('f', async () => ({ text: 'b' })).complete(REQUEST)).toEqual({ text: 'b' });
  });

  it('fails with a code', async () => {
    const broken = createFunctionModel('mine', () => Promise.reject(new Error('no route')));
    await expect(broken.complete(REQUEST)).rejects.toMatchObject({
      code: 'LLM_UNAVAILABLE',
      message: 'The model function mine failed: no route',
    });
    const silent = createFunctionModel('mine', () => undefined as never);
    await expect(silent.complete(REQUEST)).rejects.toMatchObject({ code: 'LLM_REPLY_INVALID' });
  });
});

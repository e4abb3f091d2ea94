import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../src/backends/index.ts';
import { loadDeepEmbedder } from '../src/backends/local/built-in-models.ts';
import { deepLikeness, likenessJudge } from '../src/retrieval/tool-likeness.ts';

// Sentences of this test: none of them is in any set that the likeness was fitted on.
const FOR_TOOLS = [
  'list the open pull requests of our repository',
  'convert this spreadsheet to csv',
  'какая завтра погода в Казани',
  'создай черновик письма клиенту',
  '查询最近一周的订单',
  '把这个文件上传到云盘',
];
const FOR_HANDS = [
  'carry this sofa up to the third floor',
  'wash the dog, he rolled in mud',
  'подержи меня за руку, мне страшно',
  'вынеси мусор и помой полы',
  '帮我把窗户擦干净',
  '陪我去楼下散散步',
];

describe('the likeness to what tools do', () => {
  it('parts requests for software from those for hands, in three languages', async () => {
    const embedder = await loadDeepEmbedder();
    const of = (text: string): number => deepLikeness(embedder.id, embedder.embedSync(text, 'query'));
    const lowestTool = Math.min(...FOR_TOOLS.map(of));
    const highestHand = Math.max(...FOR_HANDS.map(of));
    expect(lowestTool).toBeGreaterThan(highestHand);
  });

  it('parts most of them by the table, too, which knows requests of both kinds to compare them with', async () => {
    const embedder = createBuiltInEmbedder();
    const judge = await likenessJudge(embedder);
    const of = async (texts: readonly string[]) => (await embedder.embed(texts, 'query')).map(judge);
    const tools = await of(FOR_TOOLS);
    const hands = await of(FOR_HANDS);
    const parted = tools.flatMap((tool) => hands.map((hand) => (tool > hand ? 1 : 0)));
    expect(parted.filter((one) => one === 1).length).toBeGreaterThan(0.9 * parted.length);
  });

  it('says nothing about the vectors of other models', () => {
    expect(deepLikeness('other@1', new Float32Array(384).fill(0.05))).toBe(0);
  });
});

import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataRoot } from '../../data-root.ts';
import { connectHttp } from '../gateway-process.ts';
import { openBrowser, openPage, type Theme } from './browser.ts';
import { demoServers, recordedServers, startGateway } from './live-gateway.ts';

/**
 * The pictures of `docs/images`: `node test/e2e/browser/docs-pictures.ts [FOLDER] [MINUTES]`, after `npm run build`. A gateway
 * over the demo's and recorded servers is used for so many minutes (15) as a team would, so that the chart has something to show.
 */
const [folder = resolve(import.meta.dirname, '../../../docs/images'), minutes = '15'] = process.argv.slice(2);
const PAUSE_MS = 7_000;
const PICTURES: readonly (readonly [name: string, hash: string, theme: Theme, ready: string])[] = [
  ['overview', 'overview', 'light', 'h1'],
  ['catalog', 'catalog?q=search&tool=mcp:filesystem:search_files', 'dark', 'h1'],
  ['playground', 'playground?q=открой новую задачу в гитхабе&expect=github__create_issue', 'light', '.ranking li'],
  ['confusables', 'confusables?group=0', 'dark', '.map-label'],
];

if (dataRoot === undefined) throw new Error('The recorded servers are not here; see test/data-root.ts.');
const servers = new Set([...Object.keys(demoServers('')), ...Object.keys(recordedServers())]);
const rows = (file: string): readonly string[] =>
  readFileSync(resolve(import.meta.dirname, '../../requests', file), 'utf8')
    .trim()
    .split('\n');
const served = new Set(
  rows('known-servers.qrels.tsv')
    .map((row) => row.split('\t'))
    .filter(([, id = '']) => servers.has(id.split(':')[1]!))
    .map(([query]) => query),
);
const requests = rows('known-servers.jsonl')
  .map((line) => JSON.parse(line) as { readonly id: string; readonly text: string })
  .filter(({ id }) => served.has(id))
  .map(({ text }) => text)
  .concat('create_issue', 'read_graph', 'book a flight to Mars');
const gateway = await startGateway((files) => ({
  ...demoServers(files),
  ...recordedServers(),
  wiki: { command: 'wiki-mcp-server', args: [] },
}));
const browser = await openBrowser();
const client = await connectHttp(`${gateway.origin}/mcp`, 'legacy');
try {
  const use = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  const end = Date.now() + Number(minutes) * 60_000;
  for (let turn = 0; Date.now() < end; turn++) {
    const { structuredContent } = await use('tool_search', { query: requests[(turn * 7) % requests.length]! });
    const hit = (structuredContent as { readonly hits: readonly { readonly name: string }[] }).hits[0]?.name;
    if (turn % 3 === 0 && hit !== undefined) await use('tool_describe', { name: hit });
    // Recorded servers run nothing; those of the demo do.
    if (turn % 4 === 0) await use('tool_call', { name: 'everything__get-sum', arguments: { a: turn, b: 1 } });
    if (turn % 5 < 2) await use('tool_call', { name: 'memory__read_graph', arguments: {} });
    if (turn % 9 === 0) await use('tool_call', { name: 'filesystem__read_text_file', arguments: { wrong: 1 } });
    await new Promise((done) => setTimeout(done, PAUSE_MS * (0.4 + 1.2 * Math.abs(Math.sin(turn / 9)))));
  }
  mkdirSync(folder, { recursive: true });
  for (const [name, hash, theme, ready] of PICTURES) {
    const { page, close } = await openPage(browser, { origin: gateway.origin, theme });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${gateway.origin}/dashboard#/${hash}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    await page.locator(ready).first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.screenshot({ path: join(folder, `dashboard-${name}.png`) });
    await close();
  }
} finally {
  await client.close();
  await browser.close();
  await gateway.stop();
}

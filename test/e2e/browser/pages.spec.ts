import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from '../gateway-process.ts';
import {
  accessibilityFaults,
  type OpenPageOptions,
  openBrowser,
  openPage,
  picture,
  SIZES,
  type Size,
  type Theme,
  type WatchedPage,
} from './browser.ts';
import { demoServers, type LiveGateway, recordedServers, startGateway } from './live-gateway.ts';

let browser: Browser;
let gateway: LiveGateway;
let client: Client;
const open: WatchedPage[] = [];

const report = (recall: number): string =>
  JSON.stringify({
    tools: 2_489,
    queries: 500,
    recall: { '1': recall, '5': Math.min(1, recall + 0.22), '10': Math.min(1, recall + 0.27) },
    mrr: recall + 0.1,
    ndcg: { '10': recall + 0.13 },
    byLang: { en: { queries: 300, recall: { '1': recall + 0.03 }, mrr: recall + 0.13 } },
    refusal: { noTool: { total: 60, refused: 53 }, answerable: { total: 440, lost: 7 } },
    calibration: { judged: 500, error: 0.031, bins: [] },
    latencyMs: { p50: 2.1, p95: 5.4 },
  });

beforeAll(async () => {
  browser = await openBrowser();
  gateway = await startGateway(
    (folder) => ({
      ...demoServers(folder),
      ...recordedServers(),
      broken: { command: 'no-such-command-7d1', args: [] },
    }),
    {
      telemetry: { content: true },
      dashboard: { reports: 'reports' },
      approvals: {
        rules: [{ id: 'mcp:memory:delete_*', decide: 'prompt', reason: 'Deleting needs a second pair of eyes.' }],
        ask: 'operator',
      },
    },
  );
  const reports = join(gateway.folder, 'reports');
  mkdirSync(reports);
  writeFileSync(join(reports, 'before.json'), report(0.48));
  writeFileSync(join(reports, 'after.json'), report(0.55));
  utimesSync(join(reports, 'before.json'), new Date('2026-11-01T12:00:00Z'), new Date('2026-11-01T12:00:00Z'));
  client = await connectHttp(`${gateway.origin}/mcp`, 'legacy');
  await client.listTools();
  const use = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  for (const query of ['add two numbers', 'read a file', 'открой файл', 'book a flight to Mars', 'create_issue']) {
    await use('tool_search', { query });
  }
  await use('tool_describe', { name: 'filesystem__read_text_file' });
  await use('tool_call', { name: 'everything__get-sum', arguments: { a: 2, b: 3 } });
  await use('tool_call', { name: 'filesystem__list_allowed_directories', arguments: {} });
  await use('tool_call', { name: 'filesystem__read_text_file', arguments: { wrong: 1 } });
  await use('tool_call', { name: 'memory__read_graph', arguments: {} });
});

afterEach(async () => {
  for (const { faults, close } of open.splice(0)) {
    await close();
    expect(faults).toEqual([]);
  }
});

afterAll(async () => {
  await client?.close();
  await gateway?.stop();
  await browser?.close();
});

async function visit(hash: string, options: Omit<OpenPageOptions, 'origin'> = {}): Promise<Page> {
  const watched = await openPage(browser, { ...options, origin: gateway.origin });
  open.push(watched);
  await watched.page.goto(`${gateway.origin}/dashboard#/${hash}`);
  await watched.page.getByRole('heading', { level: 1 }).waitFor();
  await watched.page.locator('.loading').waitFor({ state: 'detached' });
  return watched.page;
}

const calls = (tool: string, args: Record<string, unknown>) =>
  client.callTool({ name: 'tool_call', arguments: { name: tool, arguments: args } });

/** What each page is looked at with. */
const VIEWS: readonly (readonly [string, string])[] = [
  ['overview', 'overview'],
  ['catalog', 'catalog'],
  ['catalog-tool', 'catalog?tool=mcp:filesystem:read_text_file&q=read'],
  ['playground', 'playground?q=read a text file&expect=filesystem__read_text_file'],
  ['playground-none', 'playground?q=book a flight to Mars'],
  ['confusables', 'confusables'],
  ['confusables-group', 'confusables?group=0'],
  ['sessions', 'sessions'],
  ['evaluations', 'evaluations'],
  ['approvals', 'approvals'],
];
const LOOKS: readonly (readonly [Size, Theme])[] = [
  ['desk', 'light'],
  ['desk', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
];

describe('every page', () => {
  it.each(VIEWS)('%s is accessible at both sizes in both themes, and asks nobody else', async (name, hash) => {
    const waiting = name === 'approvals' ? calls('memory__delete_entities', { entityNames: ['milk'] }) : undefined;
    const page = await visit(hash);
    if (name === 'sessions') await page.locator('tbody a').first().click();
    if (name === 'sessions') await page.locator('.trace li').first().waitFor();
    if (name.startsWith('playground')) await page.locator('.ranking li').first().waitFor();
    if (name === 'confusables-group') await page.locator('.map-label').first().waitFor();
    if (name === 'approvals') await page.locator('.waiting').first().waitFor();
    for (const [size, theme] of LOOKS) {
      await page.setViewportSize(SIZES[size]);
      await page.emulateMedia({ colorScheme: theme });
      await picture(page, `${name}-${size}-${theme}`);
      expect([size, theme, ...(await accessibilityFaults(page))]).toEqual([size, theme]);
      // Nothing sticks out: a page is scrolled down, never sideways.
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([size, theme, tooWide]).toEqual([size, theme, 0]);
    }
    if (waiting !== undefined) {
      await page.getByRole('button', { name: 'Deny' }).click();
      await waiting;
    }
  });
});

describe('the way from page to page', () => {
  it('leads through all of them by the links, and moves the focus along', async () => {
    const page = await visit('overview');
    for (const name of ['Catalog', 'Playground', 'Confusables', 'Sessions', 'Evaluations', 'Approvals', 'Overview']) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await page.title()).toBe(`${name} · Toolscout`);
    }
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });
});

describe('the catalog', () => {
  it('is filtered and sorted, and a tool opened and closed, by keyboard alone', async () => {
    const page = await visit('catalog');
    await page.keyboard.press('/');
    await page.keyboard.type('read_text');
    await expect.poll(() => page.locator('.grid-row').count()).toBeLessThan(10);
    await page.getByRole('grid', { name: 'Tools' }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Tool' });
    await panel.getByText('Signature').waitFor();
    expect(await panel.textContent()).toContain('read_text_file');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid');
  });
});

describe('the playground', () => {
  it('says why an expected tool was found or was not', async () => {
    const page = await visit('playground');
    await page.getByLabel('Request').fill('work out the sum of two numbers');
    await page.getByLabel('Expected tool').fill('everything__get-sum');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /get-sum/ }).waitFor();
    await page.locator('.hit').first().click();
    expect(await page.locator('.hit-detail').first().textContent()).toContain('Words');
    await page.getByLabel('Words', { exact: true }).fill('work out the sum of two numbers');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.locator('.trials li', { hasText: 'rank 1' }).waitFor();
    await page.getByRole('combobox', { name: 'Change', exact: true }).selectOption('first-words');
    await page.getByLabel('Words', { exact: true }).fill('Work out sums.');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.locator('.trials pre', { hasText: '"everything/get-sum"' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Expected tool').fill('no_such_tool');
    await page.keyboard.press('Enter');
    await page.getByText('No tool has this name.').waitFor();
  });
});

describe('what happens while one looks', () => {
  it('shows up by itself: a call in its session, under its real name', async () => {
    const page = await visit('sessions');
    await page.locator('tbody a').first().click();
    await page.locator('.trace li').first().waitFor();
    await calls('everything__echo', { message: 'hello' });
    await page.locator('.trace li.step-call', { hasText: 'echo' }).waitFor();
  });

  it('can be decided: a call runs after a yes and not after a no', async () => {
    const page = await visit('approvals');
    await page.getByText('Nothing waits for consent').waitFor();
    const allowed = calls('memory__delete_entities', { entityNames: ['milk'] });
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    expect((await allowed).isError).not.toBe(true);
    await page.getByText('Approved: memory/delete_entities.').waitFor();
    const refused = calls('memory__delete_entities', { entityNames: ['bread'] });
    await page.getByLabel('Reason told').fill('we still need it');
    await page.getByRole('button', { name: 'Deny' }).click();
    expect(JSON.stringify(await refused)).toContain('we still need it');
  });
});

describe('the theme', () => {
  it('follows the machine, and whoever chooses another one, also after a reload', async () => {
    const page = await visit('overview', { theme: 'light' });
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    await page.getByRole('radio', { name: 'Dark' }).check();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await ground()).toBe(dark);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BINARY } from '../gateway-process.ts';
import { accessibilityFaults, openBrowser, openPage, picture, type WatchedPage } from './browser.ts';
import { generatedServer, type LiveGateway, startGateway } from './live-gateway.ts';

let browser: Browser;
const pages: WatchedPage[] = [];
const gateways: LiveGateway[] = [];
const folders: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
});

afterEach(async () => {
  await Promise.all(pages.splice(0).map(({ close }) => close()));
  await Promise.all(gateways.splice(0).map(({ stop }) => stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

afterAll(async () => {
  await browser?.close();
});

async function visit(gateway: LiveGateway, hash: string): Promise<Page> {
  const watched = await openPage(browser, { origin: gateway.origin });
  pages.push(watched);
  await watched.page.goto(`${gateway.origin}/dashboard#/${hash}`);
  return watched.page;
}

async function start(...options: Parameters<typeof startGateway>): Promise<LiveGateway> {
  const gateway = await startGateway(...options);
  gateways.push(gateway);
  return gateway;
}

describe('a catalog of a hundred thousand tools', () => {
  it('is scrolled to its end, jumped through and filtered with few rows in the page', async () => {
    const gateway = await start(() => ({ company: generatedServer(100_000) }));
    const page = await visit(gateway, 'catalog');
    await page.getByText('100,000 tools from 1 source').waitFor({ timeout: 120_000 });
    const grid = page.getByRole('grid', { name: 'Tools' });
    await grid.focus();
    await page.keyboard.press('End');
    await page.locator('[aria-rowindex="100000"] .mono').waitFor();
    await page.keyboard.press('Home');
    await page.locator('[aria-rowindex="1"] .mono').waitFor();

    // A wheel that turns for two hundred steps: how long does each frame take to be drawn?
    const frames = await page.evaluate<number[]>(`new Promise((done) => {
      const box = document.querySelector('.grid-box');
      const times = [];
      let before = performance.now();
      const step = (now) => {
        times.push(now - before);
        before = now;
        if (times.length > 200) return done(times.slice(1));
        box.scrollTop += 180;
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`);
    const sorted = frames.sort((a, b) => a - b);
    const at = (share: number): string => `${sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1)} ms`;
    console.log(
      `scrolling 100,000 rows: half of the frames within ${at(0.5)}, 95 % within ${at(0.95)}, all within ${at(1)}`,
    );
    expect(await page.locator('.grid-row').count()).toBeLessThan(80);
    await page.locator('.grid-row .bone').first().waitFor({ state: 'detached' });

    await page.getByLabel('Filter').fill('archive ticket 777');
    await page.getByText('1 of 100,000 tools').waitFor();
    await page.getByRole('button', { name: /Sort by tool/ }).click();
    await picture(page, 'catalog-100k');
  });
});

describe('a gateway without anything', () => {
  it('says on each page what is missing and what to do', async () => {
    const gateway = await start(() => ({}));
    for (const [hash, text] of [
      ['overview', 'No server is configured'],
      ['catalog', 'There is no tool yet'],
      ['confusables', 'There is no tool yet'],
      ['sessions', 'No session has done anything yet'],
      ['evaluations', 'No folder of reports is configured'],
      ['approvals', 'Nothing waits for consent'],
      ['playground?q=send a mail', 'No tool shares a word'],
    ] as const) {
      const page = await visit(gateway, hash);
      await page.getByText(text).first().waitFor();
      expect([hash, ...(await accessibilityFaults(page))]).toEqual([hash]);
    }
  });
});

describe('a gateway that ends', () => {
  it('is missed on the page, which goes on when it is back', async () => {
    const gateway = await start(() => ({ company: generatedServer(20) }));
    const page = await visit(gateway, 'overview');
    await page.getByText('Live', { exact: true }).waitFor();
    await gateway.stop();
    await page.getByText('Reconnecting').waitFor();
    await page.getByRole('radio', { name: '24 hours' }).check();
    await page.getByText('The gateway does not answer.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe('a gateway that asks who comes', () => {
  it('is looked at with a key, and the key is gone with the tab', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscout-keys-'));
    folders.push(folder);
    const file = join(folder, 'keys.json');
    const made = JSON.parse(
      execFileSync(
        process.execPath,
        [BINARY, 'keys', 'create', 'looker', '--file', file, '--may', 'observe', '--json'],
        {
          encoding: 'utf8',
        },
      ),
    ) as { readonly key: string };
    const gateway = await start(() => ({ company: generatedServer(20) }), { auth: { keys: { file } } });
    const page = await visit(gateway, 'catalog');
    const field = page.getByLabel('Key or token');
    await field.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'sign-in');
    await field.fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await field.waitFor();
    await field.fill(made.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('20 tools from 1 source').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const other = await visit(gateway, 'catalog');
    await other.getByLabel('Key or token').waitFor();
  });
});

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** No network of its own, and none of what a person's browser does beside showing pages. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 420, height: 860 },
} as const;
export type Size = keyof typeof SIZES;
export type Theme = 'light' | 'dark';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.TOOLSCOUT_CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/** A page that notes whatever goes wrong in it, and every request that leaves the gateway. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors on the console, thrown errors, and requests to anybody else. */
  readonly faults: string[];
  close(): Promise<void>;
}

export interface OpenPageOptions {
  readonly size?: Size;
  readonly theme?: Theme;
  readonly origin: string;
}

export async function openPage(browser: Browser, options: OpenPageOptions): Promise<WatchedPage> {
  const { size = 'desk', theme = 'light', origin } = options;
  const context: BrowserContext = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    // Times of day in pictures do not depend on where they are taken.
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`a request to ${request.url()}`);
  });
  return { page, faults, close: () => context.close() };
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What axe-core finds wrong by WCAG 2.2, levels A and AA, in a few words each. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // Put in by the debugger: the page's own policy lets no foreign script in, and is not to be weakened for this.
  await page.evaluate(await import('node:fs/promises').then(({ readFile }) => readFile(axePath, 'utf8')));
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
  );
}

/** Takes a picture where somebody asked for pictures. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.TOOLSCOUT_SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

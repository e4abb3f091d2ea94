/**
 * How smoothly a catalog of a hundred thousand tools scrolls in Chromium, and what takes the time:
 *
 *   npm run build && node test/e2e/browser/measure-scrolling.ts [--tools N] [--json FILE] [--trace FILE]
 *
 * `TOOLSCOUT_CHROMIUM` names the browser. Beside the time between frames, which a busy machine stretches, it prints the
 * processor time of the page's main thread for each frame, which it hardly does. A frame has 16.7 ms at 60 Hz.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser, openPage } from './browser.ts';
import { generatedServer, startGateway } from './live-gateway.ts';

const { values } = parseArgs({
  options: { tools: { type: 'string', default: '100000' }, json: { type: 'string' }, trace: { type: 'string' } },
});
const FRAME_MS = 16.7;
const FRAMES = 240;
const CATEGORIES = 'devtools.timeline,toplevel,blink.user_timing';

/** Pixels that each frame moves on by: a wheel, a hard fling, and a bar that is dragged through the whole. */
const GAITS: Readonly<Record<string, number>> = { wheel: 120, fling: 1_200, drag: 15_000 };

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Microseconds on the clock of the thread. */
  readonly tdur?: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** Scrolls by script, so that it is the same every time; resolves with the times between frames. */
const scroll = (page: Page, step: number): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((done) => {
    const box = document.querySelector('.grid-box');
    box.scrollTop = 0;
    const times = [];
    let before;
    const frame = (now) => {
      if (before !== undefined) times.push(now - before);
      before = now;
      if (times.length === ${FRAMES}) return done(times);
      box.scrollTop += ${step};
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })`);

async function traced<T>(session: CDPSession, work: () => Promise<T>): Promise<{ value: T; events: TraceEvent[] }> {
  const events: TraceEvent[] = [];
  const onData = ({ value }: { value: unknown[] }): void => {
    events.push(...(value as TraceEvent[]));
  };
  session.on('Tracing.dataCollected', onData);
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: CATEGORIES });
  const value = await work();
  const complete = new Promise<void>((done) => session.once('Tracing.tracingComplete', () => done()));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', onData);
  return { value, events };
}

/** The thread on which the page's script runs: the renderer's main one that worked most. */
function mainThread(events: readonly TraceEvent[]): string | undefined {
  const names = new Map(
    events.filter(({ name }) => name === 'thread_name').map((one) => [`${one.pid}/${one.tid}`, one.args?.name]),
  );
  const work = new Map<string, number>();
  for (const { name, pid, tid, dur = 0 } of events) {
    const thread = `${pid}/${tid}`;
    if (name === 'FunctionCall' && names.get(thread) === 'CrRendererMain')
      work.set(thread, (work.get(thread) ?? 0) + dur);
  }
  return [...work].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function summary(intervals: readonly number[], events: readonly TraceEvent[]): Record<string, unknown> {
  const thread = mainThread(events);
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && `${pid}/${tid}` === thread);
  const milliseconds = ({ tdur = 0 }: TraceEvent): number => tdur / 1_000;
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask' || name === 'RunTask');
  const begins = own
    .filter(({ name }) => name === 'FireAnimationFrame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  // What runs between two frames belongs to the second: scroll events, drawing, answers that came in.
  const perFrame = begins.slice(1).map((end, i) => {
    const start = begins[i]!;
    return tasks.filter(({ ts }) => ts >= start && ts < end).reduce((sum, one) => sum + milliseconds(one), 0);
  });
  const byName = new Map<string, number>();
  for (const one of own) {
    if (tasks.includes(one)) continue;
    byName.set(one.name, (byName.get(one.name) ?? 0) + milliseconds(one));
  }
  const top = [...byName].sort((a, b) => b[1] - a[1]).slice(0, 9);
  return {
    intervalMs: spread(intervals),
    late: intervals.filter((ms) => ms > 1.5 * FRAME_MS).length,
    cpuMs: spread(perFrame),
    cpuOverFrame: perFrame.filter((ms) => ms > FRAME_MS).length,
    cpuTotalMs: round(tasks.reduce((sum, one) => sum + milliseconds(one), 0)),
    byKindMs: Object.fromEntries(top.map(([name, ms]) => [name, round(ms)])),
  };
}

function spread(values: readonly number[]): Record<string, number> {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

process.env.TOOLSCOUT_CACHE = 'off';
const tools = Number(values.tools);
const gateway = await startGateway(() => ({ company: generatedServer(tools) }));
const browser = await openBrowser();
try {
  const { page } = await openPage(browser, { origin: gateway.origin });
  await page.goto(`${gateway.origin}/dashboard#/catalog`);
  await page.getByText(`${tools.toLocaleString('en-US')} tools from 1 source`).waitFor({ timeout: 300_000 });
  await page.locator('[aria-rowindex="1"] .mono').waitFor();
  const session = await browser.newBrowserCDPSession();
  const results: Record<string, unknown> = {};
  for (const [gait, step] of Object.entries(GAITS)) {
    // Once to warm up what is compiled on the way.
    await scroll(page, step);
    const { value, events } = await traced(session, () => scroll(page, step));
    const bones = await page.locator('.grid-row .bone').count();
    results[gait] = { step, ...summary(value, events), rows: await page.locator('.grid-row').count(), bones };
    console.log(`${gait}, ${step} px a frame, ${FRAMES} frames`, JSON.stringify(results[gait], undefined, 1));
    if (values.trace !== undefined) writeFileSync(`${values.trace}.${gait}.json`, JSON.stringify(events));
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ tools, results }, undefined, 2)}\n`);
} finally {
  await browser.close();
  await gateway.stop();
}

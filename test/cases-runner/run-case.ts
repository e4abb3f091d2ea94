import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Action, type Case, type Check, isAction } from './case-file.ts';
import { type CheckContext, evaluateCheck } from './checks/index.ts';
import { gone } from './checks/process.ts';
import { expand } from './expand.ts';
import { isObject, type Json, listOf } from './json.ts';
import { toSeenTool } from './ops/answers.ts';
import { performAction, UnmappedError, unmappedAction, usesCode } from './ops/index.ts';
import type { Outcome } from './outcome.ts';
import { descendantsOf, isRunning } from './product/processes.ts';
import { CHECK_STEP } from './product/recorder.ts';
import { readSetup, unmappedSetup } from './product/setup.ts';
import { World } from './product/world.ts';

export type CaseVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'unmapped'; readonly why: string };

/** Exceptions of this process that nobody caught, and rejections; the caller fills the list while a case runs. */
export type Crashes = readonly string[];

/**
 * Runs one case against the product in this process. It passes only if everything it asks for was done and every check
 * was evaluated and holds; a check that fails wins over one that could not be evaluated.
 */
export async function runCase(file: Case, crashes: Crashes): Promise<CaseVerdict> {
  const tmp = mkdtempSync(join(tmpdir(), 'toolscout-case-'));
  const worlds: World[] = [];
  try {
    const setup = expand(file.setup, { tmp }) as Json;
    const action = expand(file.action, { tmp }) as Action;
    const checks = expand(file.checks, { tmp }) as readonly Check[];
    const gaps = new Set([
      ...unmappedSetup(setup),
      ...unmappedAction(action, setup),
      ...checks.flatMap(unmappedBeside(setup)),
    ]);
    if (gaps.size > 0) return { kind: 'unmapped', why: oncePerReason([...gaps]) };
    const newWorld = (other: Json): World => {
      const further = unmappedSetup(other);
      if (further.length > 0) throw new UnmappedError(further.join('; '));
      const world = new World({ plan: readSetup(other, usesCode(action, checks)), folder: dirname(file.file), tmp });
      worlds.push(world);
      return world;
    };
    return await judge({ setup, world: newWorld(setup), newWorld }, action, checks, crashes, worlds);
  } catch (error) {
    if (error instanceof UnmappedError) return { kind: 'unmapped', why: error.message };
    return { kind: 'failed', why: `the runner failed: ${(error as Error).stack ?? String(error)}` };
  } finally {
    await Promise.allSettled(worlds.map((world) => world.close()));
    rmSync(tmp, { recursive: true, force: true });
  }
}

/** What a check runs beside or after the action has to be possible as well. */
function unmappedBeside(setup: Json): (check: Check) => readonly string[] {
  return ({ op, action }) => [op, action].flatMap((inner) => (isAction(inner) ? unmappedAction(inner, setup) : []));
}

type Performing = Parameters<typeof performAction>[1];

async function judge(
  performing: Performing,
  action: Action,
  checks: readonly Check[],
  crashes: Crashes,
  worlds: readonly World[],
): Promise<CaseVerdict> {
  const pristine = builtInMembers();
  const rssBefore = process.memoryUsage.rss();
  const beside = new Map<Check, Promise<Outcome>>();
  for (const check of checks) {
    if (check.check !== 'concurrent_ok' || !isAction(check.op)) continue;
    beside.set(check, performAction(check.op, performing, `${CHECK_STEP}.beside`));
  }
  const root = await performAction(action, performing);
  const rssGrowth = process.memoryUsage.rss() - rssBefore;
  const ran = new Map<Check, Outcome>();
  for (const [check, outcome] of beside) ran.set(check, await outcome);

  const context: CheckContext = {
    root,
    crashes,
    rssGrowth,
    pollution: builtInMembers().filter((member) => !pristine.includes(member)),
    concurrent: (check) => ran.get(check),
    perform: (step) => performAction(step, performing, CHECK_STEP),
    relist: async (permuted) => {
      // A copy, so that nothing remembered about the first product's tools helps.
      const world = performing.newWorld(structuredClone(permuted ? permutedSetup(performing.setup) : performing.setup));
      const gateway = await world.settledGateway();
      const tools = gateway.catalog().tools.map(toSeenTool);
      await world.close();
      return tools;
    },
    leftoverProcesses: async () => {
      for (const world of worlds) world.rememberProcesses();
      await Promise.all(worlds.map((world) => world.close()));
      const seen = new Set([...worlds.flatMap((world) => [...world.seenPids]), ...descendantsOf(process.pid)]);
      await gone([...seen]);
      return [...seen].filter(isRunning);
    },
  };
  const failures: string[] = [];
  const gaps: string[] = [];
  // Ending the product comes last, whatever the order in the file.
  const ordered = [...checks].sort((a, b) => Number(endsProduct(a)) - Number(endsProduct(b)));
  for (const check of ordered) {
    const verdict = await evaluateCheck(check, context);
    if (verdict.kind === 'fails') failures.push(verdict.why);
    if (verdict.kind === 'unmapped') gaps.push(verdict.why);
  }
  // In a gateway that runs for weeks this would have been the end, whatever the case looks at.
  for (const crash of crashes) failures.push(`uncaught: ${crash}`);
  if (failures.length > 0) return { kind: 'failed', why: failures.join('; ') };
  return gaps.length > 0 ? { kind: 'unmapped', why: oncePerReason(gaps) } : { kind: 'passed' };
}

/** Many fields may wait for one thing; the first of them stands for all. */
function oncePerReason(gaps: readonly string[]): string {
  const byReason = new Map<string, string>();
  for (const gap of gaps) {
    const reason = /\bneeds issue .*$/.exec(gap)?.[0] ?? gap;
    if (!byReason.has(reason)) byReason.set(reason, gap);
  }
  return [...byReason.values()].join('; ');
}

function permutedSetup(setup: Json): Json {
  const servers = isObject(setup.servers) ? Object.fromEntries(Object.entries(setup.servers).reverse()) : undefined;
  return {
    ...setup,
    ...(setup.tools === undefined ? {} : { tools: [...listOf(setup.tools)].reverse() }),
    ...(servers === undefined ? {} : { servers }),
  };
}

function endsProduct(check: Check): boolean {
  return (
    check.check === 'no_leftover_process' ||
    listOf(check.of).some((inner) => (inner as Check).check === 'no_leftover_process')
  );
}

/** Names of all members of the prototypes that hostile data would reach for. */
function builtInMembers(): readonly string[] {
  const prototypes = {
    Object: Object.prototype,
    Array: Array.prototype,
    Function: Function.prototype,
    Promise: Promise.prototype,
  };
  return Object.entries(prototypes).flatMap(([name, prototype]) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
  );
}

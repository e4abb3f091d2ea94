import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, own } from '../../shared/json.ts';
import type { EvaluationList, EvaluationRow, Figure } from './types.ts';

const MAX_REPORTS = 100;
const MAX_BYTES = 5_000_000;

/** The reports of a folder, the newest first. Files that are none are passed over. */
export async function listEvaluations(folder: string | undefined): Promise<EvaluationList> {
  if (folder === undefined) return { reports: [], missing: 'no-folder' };
  const names = await readdir(folder).catch(() => []);
  const read = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .slice(-MAX_REPORTS)
      .map((name) => readReport(folder, name)),
  );
  const reports = read.filter((row) => row !== undefined).sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1));
  return { reports, folder, ...(reports.length === 0 ? { missing: 'empty' as const } : {}) };
}

async function readReport(folder: string, name: string): Promise<EvaluationRow | undefined> {
  const path = join(folder, name);
  try {
    const { size, mtimeMs } = await stat(path);
    if (size > MAX_BYTES) return undefined;
    const report: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isObject(report) ? toRow(name, mtimeMs, report) : undefined;
  } catch {
    return undefined; // being written, or somebody else's
  }
}

function toRow(name: string, at: number, report: Readonly<Record<string, unknown>>): EvaluationRow | undefined {
  const { tools, queries } = report;
  const figures = figuresOf(report);
  if (typeof tools !== 'number' || typeof queries !== 'number' || figures.length === 0) return undefined;
  const slices = (['byLang', 'bySplit', 'byServer'] as const).flatMap((key) => {
    const table = own(report, key);
    if (!isObject(table)) return [];
    return Object.entries(table).flatMap(([slice, value]) =>
      isObject(value)
        ? [{ name: slice, queries: Number(value.queries ?? 0), ...answerableOf(value), figures: figuresOf(value) }]
        : [],
    );
  });
  return { name: name.replace(/\.json$/, ''), at, tools, queries, ...answerableOf(report), figures, slices };
}

function answerableOf(report: Readonly<Record<string, unknown>>): { readonly answerable?: number } {
  const refusal = own(report, 'refusal');
  const part = isObject(refusal) ? refusal.answerable : undefined;
  return isObject(part) && typeof part.total === 'number' ? { answerable: part.total } : {};
}

/** Every figure of a report that says more by itself than a list of them. */
function figuresOf(report: Readonly<Record<string, unknown>>): readonly Figure[] {
  const figures: Figure[] = [];
  const share = (name: string, value: unknown): void => {
    if (typeof value === 'number') figures.push({ name, value, unit: 'share' });
  };
  for (const measure of ['recall', 'hit', 'ndcg'] as const) {
    const byDepth = own(report, measure);
    if (isObject(byDepth)) for (const [depth, value] of Object.entries(byDepth)) share(`${measure}@${depth}`, value);
  }
  share('mrr', own(report, 'mrr'));
  const refusal = own(report, 'refusal');
  if (isObject(refusal)) {
    share('refused, of those without a tool', ratio(refusal.noTool, 'refused'));
    share('lost, of those with one', ratio(refusal.answerable, 'lost'));
  }
  const calibration = own(report, 'calibration');
  if (isObject(calibration)) share('calibration error', calibration.error ?? calibration.ece);
  const latency = own(report, 'latencyMs');
  if (isObject(latency)) {
    for (const [name, value] of Object.entries(latency)) {
      if (typeof value === 'number') figures.push({ name: `latency ${name}`, value, unit: 'ms' });
    }
  }
  return figures;
}

function ratio(part: unknown, key: string): number | undefined {
  if (!isObject(part) || typeof part.total !== 'number' || part.total === 0) return undefined;
  const value = part[key];
  return typeof value === 'number' ? value / part.total : undefined;
}

import { readFile } from 'node:fs/promises';

const INTERVAL_MS = 100;
const PAGE_BYTES = 4096;

/**
 * Looks at what a process really holds, where the system tells (Linux), and calls once when that is too much. The engine
 * inside has a bound of its own everywhere; this one holds without it.
 */
export function watchMemory(pid: number, maxBytes: number, onExcess: () => void): () => void {
  if (process.platform !== 'linux') return () => {};
  let over = false;
  const timer = setInterval(async () => {
    // Fields are pages: total size, then resident.
    const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
    const resident = Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
    if (over || resident <= maxBytes) return;
    over = true;
    clearInterval(timer);
    onExcess();
  }, INTERVAL_MS);
  return () => {
    over = true;
    clearInterval(timer);
  };
}

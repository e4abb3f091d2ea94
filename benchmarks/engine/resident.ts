import { readFileSync } from 'node:fs';

/** Memory of this process as Linux counts it, now and at most; elsewhere what Node knows. */
export function residentMegabytes(): { readonly rssMB: number; readonly peakMB: number } {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const kilobytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
    return { rssMB: Math.round(kilobytes('VmRSS') / 1024), peakMB: Math.round(kilobytes('VmHWM') / 1024) };
  } catch {
    const peakMB = Math.round(process.resourceUsage().maxRSS / 1024);
    return { rssMB: Math.round(process.memoryUsage.rss() / 2 ** 20), peakMB };
  }
}

import { Worker } from 'node:worker_threads';
import type { SegmentEntry } from './manifest.ts';
import type { MergeJob, MergeReply } from './merge-segments.ts';

/** Merges on a thread of its own, so that searches and updates go on meanwhile. */
export function mergeInWorker(job: MergeJob): Promise<SegmentEntry | undefined> {
  return new Promise((resolve, reject) => {
    // Standard output belongs to a protocol, and flags of this process are not meant for the thread.
    const worker = new Worker(entryUrl(), { workerData: job, stdout: true, execArgv: [] });
    worker.on('message', (reply: MergeReply) => {
      if ('failure' in reply) reject(new Error(reply.failure));
      else resolve(reply.entry);
    });
    worker.on('error', reject);
    // After a reply this changes nothing.
    worker.on('exit', (code) => reject(new Error(`The thread that merges ended with code ${code}.`)));
  });
}

/** The entry lies beside this file, and in the package beside the bundle. */
function entryUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './merge-worker.ts' : './merge-worker.mjs', import.meta.url);
}

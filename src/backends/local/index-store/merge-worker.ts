/** Entry of the thread that merges segments. It is a file of its own in the package; `merge-in-worker.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPartMaker } from '../../../engine/index.ts';
import { errorMessage } from '../../../errors.ts';
import { type MergeJob, type MergeReply, mergeSegments } from './merge-segments.ts';
import { StoreFiles } from './store-files.ts';

const port = parentPort;
if (port === null) throw new Error('merge-worker is started as a worker thread only.');
const job = workerData as MergeJob;

function merge(): MergeReply {
  try {
    return { entry: mergeSegments(new StoreFiles(job.folder), createPartMaker(job.settings), job) };
  } catch (error) {
    return { failure: errorMessage(error) };
  }
}

port.postMessage(merge());

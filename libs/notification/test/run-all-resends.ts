import type { RunResends } from '../src/delivery/infrastructure/run-resends.js';

/** Runs batches until no resend is due. Resolves to the number of queued notifications. */
export async function runAllResends(jobs: RunResends): Promise<number> {
  let queued = 0;
  for (
    let batchCount = await jobs.runNextBatch();
    batchCount !== undefined;
    batchCount = await jobs.runNextBatch()
  )
    queued += batchCount;
  return queued;
}

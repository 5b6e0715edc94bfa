import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import type { SegmentWriter } from '../segment-writer.js';
import { SpoolFolder } from './spool-folder.js';
import type { SpoolHealth } from './spool-health.js';

/** Milliseconds. */
const INTERVAL_MS = 2_000;

/**
 * Periodically takes over the spools of processes that have ended and writes their deliveries to the database. Each
 * folder stays locked, and its files open, until all of them are written, so that the files can be restored if somebody
 * removes the folder. Never rejects.
 */
export async function adoptAbandonedSpools(
  root: string,
  writer: SegmentWriter,
  health: SpoolHealth,
  stopping: AbortSignal,
): Promise<void> {
  const logger = new Logger('Spool');
  const logRetry = (error: unknown) =>
    logger.debug(`spools of ended processes are taken over later: ${getLogMessage(error)}`);
  const adopted = new Set<SpoolFolder>();
  let isStart = true;
  while (!stopping.aborted) {
    try {
      for await (const folder of SpoolFolder.acquireAbandoned(root, isStart)) {
        logger.warn(`taking over the spool ${folder.path} of a process that has ended`);
        adopted.add(folder);
      }
      isStart = false;
    } catch (error) {
      logRetry(error);
    }
    for (const folder of adopted) {
      try {
        await drainFolder(folder, writer, health);
        adopted.delete(folder);
        await folder.release();
      } catch (error) {
        logRetry(error);
        await folder.restoreIfRemoved(true).catch(logRetry);
      }
    }
    await sleep(INTERVAL_MS, undefined, { ref: false, signal: stopping }).catch(() => undefined);
  }
  for (const folder of adopted) await folder.release().catch(() => undefined);
}

async function drainFolder(folder: SpoolFolder, writer: SegmentWriter, health: SpoolHealth): Promise<void> {
  for (let file = folder.files.takeOldest(); file; file = folder.files.takeOldest()) {
    const { lost } = await folder.drain(file, writer);
    health.lost += lost;
  }
}

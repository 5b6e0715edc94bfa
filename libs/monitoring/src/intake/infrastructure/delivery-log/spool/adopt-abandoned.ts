import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import type { SegmentWriter } from '../segment-writer.js';
import { SpoolFolder } from './spool-folder.js';
import type { SpoolHealth } from './spool-health.js';

/** Milliseconds. */
const EVERY = 2_000;

/**
 * Periodically takes over the spools of processes that have ended and writes their deliveries to the database. Each
 * folder stays locked, and its files open, until all of them are written, so that the files can be restored if somebody
 * removes the folder. Never rejects.
 */
export async function adoptAbandoned(
  root: string,
  writer: SegmentWriter,
  health: SpoolHealth,
  stopping: AbortSignal,
): Promise<void> {
  const logger = new Logger('Spool');
  const later = (error: unknown) =>
    logger.debug(`spools of ended processes are taken over later: ${messageOf(error)}`);
  const adopted = new Set<SpoolFolder>();
  while (!stopping.aborted) {
    try {
      for await (const folder of SpoolFolder.takeAbandoned(root)) {
        logger.warn(`taking over the spool ${folder.path} of a process that has ended`);
        adopted.add(folder);
      }
    } catch (error) {
      later(error);
    }
    for (const folder of adopted) {
      try {
        await bringIn(folder, writer, health);
        adopted.delete(folder);
        await folder.release();
      } catch (error) {
        later(error);
        await folder.restoreIfGone(true).catch(later);
      }
    }
    await sleep(EVERY, undefined, { ref: false, signal: stopping }).catch(() => undefined);
  }
  for (const folder of adopted) await folder.release().catch(() => undefined);
}

async function bringIn(folder: SpoolFolder, writer: SegmentWriter, health: SpoolHealth): Promise<void> {
  for (let file = folder.files.takeOldest(); file; file = folder.files.takeOldest()) {
    const { lost } = await folder.drain(file, writer);
    health.lost += lost;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import type { SegmentWriter } from '../segment-writer.js';
import { SpoolFolder } from './spool-folder.js';
import type { SpoolHealth } from './spool-health.js';

/** Milliseconds. */
const EVERY = 10_000;

/** Brings in, again and again, the spools of processes that are gone. Never rejects. */
export async function adoptAbandoned(
  root: string,
  writer: SegmentWriter,
  health: SpoolHealth,
  isStopped: () => boolean,
): Promise<void> {
  const logger = new Logger('Spool');
  for (; !isStopped(); await sleep(EVERY, undefined, { ref: false })) {
    try {
      for await (const folder of SpoolFolder.takeAbandoned(root)) {
        logger.warn(`${folder.path} was left by a process that is gone: taking it over`);
        for (let file = folder.files.takeOldest(); file; file = folder.files.takeOldest()) {
          const { lost } = await folder.drain(file, writer);
          health.lost += lost;
        }
      }
    } catch (error) {
      logger.debug(`to be taken over later: ${messageOf(error)}`);
    }
  }
}

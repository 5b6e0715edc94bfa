import type { SegmentWriter } from '../segment-writer.js';
import { writeInBatches, type RefusedSegment } from '../write-in-batches.js';
import { readSpoolFile, type SpoolFile } from './spool-files.js';
import { decodeRecords } from './spool-record.js';

export interface Drained {
  /** That could be read. */
  readonly deliveries: number;
  /** The last arrival in it. */
  readonly newest: Date | undefined;
  /** Bytes in the middle of the file that nothing could be read from. */
  readonly damaged: number;
  /** Deliveries that were acknowledged and cannot be read; `undefined`: it is not known how many. */
  readonly lost: number | undefined;
  /** Bytes at its end that are no whole record. */
  readonly torn: number;
  /** Segments that the database refuses, which another attempt would not change. */
  readonly refused: readonly RefusedSegment[];
}

/** Of the disk, not of the database. */
export class UnreadableFileError extends Error {}

/**
 * Writes what is in a file into the log, in its order.
 * @throws whatever does not lie in a segment itself (the database is away, has no room, is being restored): then all of
 * it again
 */
export async function drainFile(file: SpoolFile, writer: SegmentWriter): Promise<Drained> {
  const { segments, deliveries, damaged, lost, torn } = decodeRecords(await read(file));
  const refused = await writeInBatches(segments, writer);
  const newest = segments.reduce<Date | undefined>(
    (last, { received_at }) => (last === undefined || received_at > last ? received_at : last),
    undefined,
  );
  return {
    deliveries,
    newest,
    damaged,
    // The count of the process that wrote the file is more reliable than what is left of it.
    lost: file.deliveries === undefined ? lost : Math.max(0, file.deliveries - deliveries),
    torn,
    refused,
  };
}

async function read(file: SpoolFile): Promise<Buffer> {
  try {
    return await readSpoolFile(file);
  } catch (cause) {
    throw new UnreadableFileError(`${file.path} cannot be read`, { cause });
  }
}

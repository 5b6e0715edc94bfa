import type { SegmentWriter, StoredSegment } from '../segment-writer.js';
import { writeInBatches, type RefusedSegment } from '../write-in-batches.js';
import { readSpoolFile, type SpoolFile } from './spool-files.js';
import { decodeRecords } from './spool-record.js';

export interface DrainedFile {
  readonly segments: readonly StoredSegment[];
  /** Deliveries that could be read. */
  readonly deliveries: number;
  /** The latest time of arrival in the file. */
  readonly newest: Date | undefined;
  /** Damaged bytes in the middle of the file. */
  readonly damaged: number;
  /** Acknowledged deliveries that cannot be read; `undefined` if their number is unknown. */
  readonly lost: number | undefined;
  /** Bytes at the end of the file that are an incomplete record. */
  readonly torn: number;
  /** Segments that the database rejects permanently. */
  readonly refused: readonly RefusedSegment[];
}

/** The file cannot be read: an error of the disk, not of the database. */
export class UnreadableFileError extends Error {}

/**
 * Writes the segments of a file to the delivery log, in their order.
 * @throws errors that are not caused by a segment: the database is unavailable, full, or being restored. The caller
 * then repeats all of it
 */
export async function drainFile(file: SpoolFile, writer: SegmentWriter): Promise<DrainedFile> {
  const { segments, deliveries, damaged, lost, torn } = decodeRecords(await readFileBytes(file));
  const refused = await writeInBatches(segments, writer);
  const newest = segments.reduce<Date | undefined>(
    (last, { received_at }) => (last === undefined || received_at > last ? received_at : last),
    undefined,
  );
  return {
    segments,
    deliveries,
    newest,
    damaged,
    // The count of the process that wrote the file is more reliable than the remaining headers.
    lost: file.deliveries === undefined ? lost : Math.max(0, file.deliveries - deliveries),
    torn,
    refused,
  };
}

async function readFileBytes(file: SpoolFile): Promise<Buffer> {
  try {
    return await readSpoolFile(file);
  } catch (cause) {
    throw new UnreadableFileError(`${file.path} cannot be read`, { cause });
  }
}

import { isDataException, isPartitionMissing } from '#shared/platform/persistence/database-unavailable.js';
import { splitRows } from '#shared/platform/persistence/binary-arrays.js';
import { DeletedWebhookError, type SegmentWriter, type StoredSegment } from '../segment-writer.js';
import { readSpoolFile, type SpoolFile } from './spool-files.js';
import { decodeRecords } from './spool-record.js';

export const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** A quickly written spool has many small segments. Writing them one by one to a remote database would take too long. */
const BATCH_LIMITS = { rows: 2_000, size: MAX_BATCH_BYTES };

interface RefusedSegment {
  readonly segment: StoredSegment;
  readonly reason: string;
}

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
  const refused: RefusedSegment[] = [];
  for (const [from, to] of splitRows(segments, ({ payload }) => payload.length, BATCH_LIMITS))
    refused.push(...(await writeBatch(segments.slice(from, to), writer)));
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

/** Splits a rejected batch in halves until the invalid segments are isolated, so that they do not block the others. */
async function writeBatch(batch: readonly StoredSegment[], writer: SegmentWriter): Promise<RefusedSegment[]> {
  try {
    await writer.writeDelayed(batch);
    return [];
  } catch (error) {
    if (!isSegmentError(error)) throw error;
    const [segment, ...others] = batch;
    if (segment !== undefined && others.length === 0) return [{ segment, reason: error.message }];
    const middle = Math.ceil(batch.length / 2);
    const refused = await writeBatch(batch.slice(0, middle), writer);
    return [...refused, ...(await writeBatch(batch.slice(middle), writer))];
  }
}

/**
 * Whether the segment itself is the reason. A limit of PostgreSQL (class 54) says nothing about it: a segment has the same columns
 * as every other, and is far below any limit of a value.
 */
function isSegmentError(error: unknown): error is Error {
  return isDataException(error) || isPartitionMissing(error) || error instanceof DeletedWebhookError;
}

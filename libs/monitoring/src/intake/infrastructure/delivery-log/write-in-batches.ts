import { isDataException, isPartitionMissing } from '#shared/platform/persistence/database-unavailable.js';
import { DeletedWebhookError, type SegmentWriter, type StoredSegment } from './segment-writer.js';

/** A quickly written spool has many small segments. Writing them one by one to a remote database would take too long. */
const MAX_BATCH_SEGMENTS = 2_000;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

export interface RefusedSegment {
  readonly segment: StoredSegment;
  readonly reason: string;
}

/**
 * Writes segments to the delivery log, in their order, and returns those that the database rejects.
 * @throws errors that are not caused by a segment: the database is unavailable, full, or being restored. The caller
 * then repeats all of it
 */
export async function writeInBatches(
  segments: readonly StoredSegment[],
  writer: SegmentWriter,
): Promise<RefusedSegment[]> {
  const refused: RefusedSegment[] = [];
  for (const batch of splitIntoBatches(segments)) {
    try {
      await writer.writeDelayed(batch);
    } catch (error) {
      if (!isSegmentError(error)) throw error;
      refused.push(...(await writeHalves(batch, error.message, writer)));
    }
  }
  return refused;
}

/** Splits a rejected batch in halves until the invalid segments are isolated, so that they do not block the others. */
async function writeHalves(
  batch: readonly StoredSegment[],
  reason: string,
  writer: SegmentWriter,
): Promise<RefusedSegment[]> {
  const [segment, ...others] = batch;
  if (segment === undefined) return [];
  if (others.length === 0) return [{ segment, reason }];
  const middle = Math.ceil(batch.length / 2);
  const refused: RefusedSegment[] = [];
  for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
    try {
      await writer.writeDelayed(half);
    } catch (error) {
      if (!isSegmentError(error)) throw error;
      refused.push(...(await writeHalves(half, error.message, writer)));
    }
  }
  return refused;
}

/**
 * Whether the segment itself is the reason. A limit of PostgreSQL (class 54) says nothing about it: a segment has the same columns
 * as every other, and is far below any limit of a value.
 */
function isSegmentError(error: unknown): error is Error {
  return isDataException(error) || isPartitionMissing(error) || error instanceof DeletedWebhookError;
}

function* splitIntoBatches(segments: readonly StoredSegment[]): Generator<StoredSegment[]> {
  let batch: StoredSegment[] = [];
  let bytes = 0;
  for (const segment of segments) {
    if (
      batch.length === MAX_BATCH_SEGMENTS ||
      (batch.length > 0 && bytes + segment.payload.length > MAX_BATCH_BYTES)
    ) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(segment);
    bytes += segment.payload.length;
  }
  if (batch.length > 0) yield batch;
}

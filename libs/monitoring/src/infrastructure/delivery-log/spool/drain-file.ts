import { isUnstorable } from '../../processing/is-unstorable.js';
import { ForgottenWebhookError, type SegmentWriter, type StoredSegment } from '../segment-writer.js';
import { readSpoolFile, type SpoolFile } from './spool-files.js';
import { decodeRecords } from './spool-record.js';

const SEGMENTS_AT_ONCE = 200;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

export interface Drained {
  readonly deliveries: number;
  /** Bytes in the middle of the file that nothing could be read from. */
  readonly damaged: number;
  /** Bytes at its end that are no whole record. */
  readonly torn: number;
  /** Segments that the database refuses, which another attempt would not change. */
  readonly refused: readonly { readonly segment: StoredSegment; readonly reason: string }[];
}

/**
 * Writes what is in a file into the log, in its order.
 * @throws whatever does not lie in a segment itself (the database is away, has no room, is being restored): then all of
 * it again
 */
export async function drainFile(file: SpoolFile, writer: SegmentWriter): Promise<Drained> {
  const { segments, damaged, torn } = decodeRecords(await readSpoolFile(file));
  const refused: { segment: StoredSegment; reason: string }[] = [];
  for (const batch of batchesOf(segments)) {
    try {
      await writer.writeLate(batch);
    } catch (error) {
      if (!isOfSegment(error)) throw error;
      refused.push(...(await writeEach(batch, writer)));
    }
  }
  const deliveries = segments.reduce((sum, { delivery_count }) => sum + delivery_count, 0);
  return { deliveries, damaged, torn, refused };
}

/** One that is refused must not keep its neighbours out for good. */
async function writeEach(batch: readonly StoredSegment[], writer: SegmentWriter) {
  const refused: { segment: StoredSegment; reason: string }[] = [];
  for (const segment of batch) {
    try {
      await writer.writeLate([segment]);
    } catch (error) {
      if (!isOfSegment(error)) throw error;
      refused.push({ segment, reason: error.message });
    }
  }
  return refused;
}

function isOfSegment(error: unknown): error is Error {
  return isUnstorable(error) || error instanceof ForgottenWebhookError;
}

function* batchesOf(segments: readonly StoredSegment[]): Generator<StoredSegment[]> {
  let batch: StoredSegment[] = [];
  let bytes = 0;
  for (const segment of segments) {
    if (
      batch.length === SEGMENTS_AT_ONCE ||
      (batch.length > 0 && bytes + segment.payload.length > BYTES_AT_ONCE)
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

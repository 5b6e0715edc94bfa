/** Milliseconds for which a reading serves: several metrics come of one, and scrapers may be several. */
const FRESH = 5_000;

/** Reads again when what was read is no longer fresh; who asks meanwhile shares the reading. */
export function cachedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (reading === undefined || performance.now() > until) {
      reading = read();
      until = performance.now() + FRESH;
    }
    return reading;
  };
}

/** Milliseconds for which a value is reused: several metrics come from one read, and there may be several scrapers. */
const FRESH = 5_000;

/** Returns a function that reads again when the last value is older than that. Concurrent callers share a read. */
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

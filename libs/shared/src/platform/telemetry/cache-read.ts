/** Milliseconds for which a value is reused: several metrics come from one read, and there may be several scrapers. */
const TTL_MS = 5_000;

/** Returns a function that reads again when the last value is older than that. Concurrent callers share a read. */
export function cacheRead<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  let expiresAt = 0;
  return () => {
    if (cached === undefined || performance.now() > expiresAt) {
      cached = read();
      expiresAt = performance.now() + TTL_MS;
    }
    return cached;
  };
}

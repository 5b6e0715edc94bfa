import { mebibyte } from './validators.js';

/** What no operator has to decide. Tests that build an app in process may put other values into its configuration. */
export const FIXED = {
  /** What one process has to do at a time needs no more; another process brings its own. */
  pools: { ingest: 4, management: 5, query: 5 },
  /** A list that takes longer keeps its connection from others, and a filter by time makes it fast. */
  queryTimeoutMs: 5_000,
  /** Longer than any statement may take: those of a worker have 60 s. */
  silenceMs: 65_000,
  /** Sixty times the largest body by default, and little beside the memory that an API is given. */
  ingestMemoryBytes: 64 * mebibyte,
  /** The last minute of ordinary load, compressed. Of what is beyond, it is still known what is lost. */
  failOverBytes: 32 * mebibyte,
  /** Many times a commit, and well below the time-out of any sender. It grows with a database that is slow but steady. */
  spoolPatienceMs: 250,
  /** Enough to mend a plugin and replay; how much a webhook may have there is limited in bytes. */
  quarantineDays: 30,
} as const;

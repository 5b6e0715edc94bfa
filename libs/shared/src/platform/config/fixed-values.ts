import { MEBIBYTE } from './validators.js';

/** Values that no operator has to decide. Tests that build an app in process may use other values. */
export const FIXED_VALUES = {
  /** Enough for what one process does at a time. Each further process has its own connections. */
  pools: { ingest: 4, management: 5, query: 5 },
  /** A list that takes longer would keep its connection from others; a filter by time makes it fast. */
  queryTimeoutMs: 5_000,
  /** Longer than any statement may take; the limit of a worker is 60 s. */
  silenceMs: 65_000,
  /** 64 times the default limit of a body, and a small part of the memory of an API. */
  ingestMemoryBytes: 64 * MEBIBYTE,
  /**
   * Many times the duration of a commit, and well below the timeout of any sender. It grows for a database that is slow but
   * steady.
   */
  spoolTimeoutMs: 250,
  /** Enough to correct a plugin and replay. The quarantine of a webhook is also limited in bytes. */
  quarantineDays: 30,
} as const;

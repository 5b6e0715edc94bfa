/** Settings of earlier releases, with the fixed value of each. An entry may go one major release after its setting. */
const FIXED_SETTINGS: Readonly<Record<string, string>> = {
  HEADERS_TIMEOUT: '15 seconds',
  REQUEST_TIMEOUT: '60 seconds',
  KEEP_ALIVE_TIMEOUT: '620 seconds',
  RATE_LIMIT_ROOT: 'no limit',
  RATE_LIMIT_FAILED_AUTH: 'a hundredth of RATE_LIMIT',
  STREAMS_PER_KEY: '20',
  INGEST_POOL: '4 connections; start more processes if they are too few',
  MANAGEMENT_POOL: '5 connections; start more processes if they are too few',
  QUERY_POOL: '5 connections; start more processes if they are too few',
  QUERY_TIMEOUT: '5 seconds',
  INGEST_IN_FLIGHT: '1000',
  INGEST_MEMORY: '64 MiB; start more processes if it is too little',
  INGEST_MIN_RATE: '512 bytes a second',
  INGEST_WEBHOOK_RATE: '20000 deliveries a second, or no limit where INGEST_WEBHOOK_BYTES is 0',
  INGEST_DOMAIN_RATE: '50000 deliveries a second, or no limit where INGEST_WEBHOOK_BYTES is 0',
  INGEST_DOMAIN_BYTES: 'four times INGEST_WEBHOOK_BYTES',
  FAILOVER_MEMORY: '32 MiB',
  SPOOL_PATIENCE: '250 milliseconds, more for a slow but steady database',
  MIN_FREE_DISK: '512 MiB or a twentieth of the disk, whichever is less',
  WORKER_CONCURRENCY: '2',
  MAPPING_TIMEOUT: '100 milliseconds',
  MAPPING_MEMORY: '64 megabytes',
  MAPPING_PROCESSES: '2',
  QUARANTINE_RETENTION: '30 days',
  QUOTA_USAGE_RETENTION: '400 days',
  OIDC_ALGORITHMS: 'all without a shared secret',
  OTEL_SERVICE_NAME: 'tocsin-api and tocsin-worker',
  LOG_PRETTY: 'JSON, except on a terminal',
  SHUTDOWN_TIMEOUT: '20 seconds after DRAIN_DELAY',
};

/** Settings that were replaced by something else. */
const REPLACED_SETTINGS: Readonly<Record<string, string>> = {
  OIDC_DOMAIN_CLAIM: 'OIDC_CLAIMS={"domain_id":"…"}',
  OIDC_USER_CLAIM: 'OIDC_CLAIMS={"user_id":"…"}',
  OIDC_ROLE_CLAIM: 'OIDC_CLAIMS={"role":"…"}',
  DB_DISTRIBUTED: '--distribute citus of the first migration',
};

export interface RemovedSetting {
  readonly name: string;
  /** What applies now, in words. */
  readonly instead: string;
}

const REMOVED = [
  ...Object.entries(FIXED_SETTINGS).map(([name, value]) => ({ name, instead: `fixed at: ${value}` })),
  ...Object.entries(REPLACED_SETTINGS).map(([name, replacement]) => ({
    name,
    instead: `replaced by ${replacement}`,
  })),
];

/** Returns the removed settings that are still set. Their values are ignored. */
export function findRemovedSettings(env: NodeJS.ProcessEnv): readonly RemovedSetting[] {
  return REMOVED.filter(({ name }) => env[name]?.trim());
}

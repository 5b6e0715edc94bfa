/** Settings of earlier releases, with what each is fixed at. A line may go one major release after its setting went. */
const REMOVED: Readonly<Record<string, string>> = {
  HEADERS_TIMEOUT: '15 seconds',
  REQUEST_TIMEOUT: '60 seconds',
  RATE_LIMIT_ROOT: 'no limit',
  STREAMS_PER_KEY: '20',
  INGEST_IN_FLIGHT: '1000',
  INGEST_MIN_RATE: '512 bytes a second',
  INGEST_WEBHOOK_RATE: '20000 deliveries a second, or no limit where INGEST_WEBHOOK_BYTES is 0',
  INGEST_DOMAIN_RATE: '50000 deliveries a second, or no limit where INGEST_DOMAIN_BYTES is 0',
  WORKER_CONCURRENCY: '2',
  MAPPING_TIMEOUT: '100 milliseconds',
  MAPPING_MEMORY: '64 megabytes',
  MAPPING_PROCESSES: '2',
  QUOTA_USAGE_RETENTION: '400 days',
  OIDC_ALGORITHMS: 'all that need no shared secret',
  LOG_PRETTY: 'JSON, but for a terminal',
  SHUTDOWN_TIMEOUT: '20 seconds after DRAIN_DELAY',
};

export interface RemovedSetting {
  readonly name: string;
  /** In words. */
  readonly fixedAt: string;
}

/** Those that are still set: what they say is not heard. */
export function removedSettings(env: NodeJS.ProcessEnv): readonly RemovedSetting[] {
  return Object.entries(REMOVED).flatMap(([name, fixedAt]) => (env[name]?.trim() ? [{ name, fixedAt }] : []));
}

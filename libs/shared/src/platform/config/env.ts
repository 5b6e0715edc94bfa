import { cleanEnv, EnvMissingError, str, type CleanedEnv } from 'envalid';
import { logLevels, type App, type Config, type MigrationConfig } from './config.js';
import { httpSettings, readHttp } from './http-settings.js';
import { oidcSettings, readOidc } from './oidc-settings.js';
import {
  domainDays,
  keyOf,
  networks,
  oneOf,
  packages,
  quotaLimit,
  redisUrl,
  secretOf,
  share,
  urlOf,
  wholeNumber,
} from './validators.js';

const postgresUrl = urlOf(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database');
const mebibyte = 1024 * 1024;
const optional = { default: undefined };

const databaseSettings = {
  DATABASE_URL: { ...postgresUrl, desc: 'set the PostgreSQL (15 or newer) to store in' },
  DATABASE_DIRECT_URL: { ...postgresUrl, ...optional },
  DB_DISTRIBUTED: { ...oneOf(['citus'] as const), ...optional },
};

const settings = {
  ...databaseSettings,
  REDIS_URL: { ...redisUrl, ...optional },
  ...httpSettings,
  METRICS_PORT: { ...wholeNumber(0, 65_535), ...optional },
  ROOT_API_KEY: { ...secretOf(32), desc: 'generate one with: openssl rand -hex 32' },
  ENCRYPTION_KEY: { ...keyOf(32), desc: 'generate one with: openssl rand -base64 32, and keep it' },
  ENCRYPTION_KEY_OLD: { ...keyOf(32), ...optional },
  ...oidcSettings,
  OTEL_EXPORTER_OTLP_ENDPOINT: { ...urlOf(['http:', 'https:'], 'http://collector:4318'), ...optional },
  OTEL_SERVICE_NAME: { ...str(), ...optional },
  OTEL_TRACES_SAMPLER_ARG: { ...share, default: 1 },
  LOG_LEVEL: { ...oneOf(logLevels), default: 'info' as const },
  LOG_PRETTY: { ...oneOf(['true', 'false'] as const), default: 'false' as const },
  SHUTDOWN_TIMEOUT: { ...wholeNumber(1, 600), default: 20 },
  INGEST_POOL: { ...wholeNumber(1, 100), default: 4 },
  MANAGEMENT_POOL: { ...wholeNumber(1, 100), default: 5 },
  QUERY_TIMEOUT: { ...wholeNumber(1, 600), default: 5 },
  QUERY_POOL: { ...wholeNumber(1, 100), default: 5 },
  WORKER_CONCURRENCY: { ...wholeNumber(1, 64), default: 2 },
  PLUGINS: { ...packages, default: [] },
  MAPPING_TIMEOUT: { ...wholeNumber(10, 10_000), default: 100 },
  MAPPING_MEMORY: { ...wholeNumber(16, 4096), default: 64 },
  MAPPING_PROCESSES: { ...wholeNumber(1, 64), default: 2 },
  REMOTE_PLUGIN_ALLOW: { ...networks, default: [] },
  EVENT_RETENTION: { ...wholeNumber(1, 3650), default: 90 },
  DELIVERY_RETENTION: { ...wholeNumber(1, 3650), default: 3 },
  DOMAIN_RETENTION: { ...domainDays, default: {} },
  QUARANTINE_RETENTION: { ...wholeNumber(1, 3650), default: 30 },
  // A month at least: what was used of the current one is summed from it.
  QUOTA_USAGE_RETENTION: { ...wholeNumber(31, 3650), default: 400 },
  AUDIT_RETENTION: { ...wholeNumber(1, 3650), default: 365 },
  DEFAULT_QUOTA: { ...quotaLimit, default: {} },
  SPOOL_DIR: { ...str(), ...optional },
  SPOOL_MAX_BYTES: { ...wholeNumber(mebibyte, 1024 * 1024 * mebibyte), default: 1024 * mebibyte },
  INGEST_IN_FLIGHT: { ...wholeNumber(1, 100_000), default: 1000 },
  INGEST_MEMORY: { ...wholeNumber(mebibyte, 64 * 1024 * mebibyte), default: 64 * mebibyte },
};

/** Lists every missing or bad setting, one per line, each with what to do about it. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

function read<S>(env: NodeJS.ProcessEnv, specs: S): CleanedEnv<S> {
  // `PORT=` in an env file means "not set", and a value never has blanks around it on purpose.
  const given = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined] as const);
  return cleanEnv<S>(Object.fromEntries(given), specs, {
    reporter: ({ errors }) => {
      const problems = Object.entries<Error | undefined>(errors).map(([name, error]) =>
        error instanceof EnvMissingError
          ? `${name} is missing: ${error.message}`
          : `${name} ${error?.message}`,
      );
      if (problems.length > 0) throw new ConfigError(problems);
    },
  });
}

/** For what only migrates. @throws ConfigError */
export function loadDatabaseConfig(env: NodeJS.ProcessEnv): MigrationConfig {
  const given = read(env, databaseSettings);
  return {
    directUrl: given.DATABASE_DIRECT_URL ?? given.DATABASE_URL,
    distributed: given.DB_DISTRIBUTED === 'citus',
  };
}

/** The only reader of the environment: everything is read, converted and checked once. @throws ConfigError */
export function loadConfig(env: NodeJS.ProcessEnv, app: App): Config {
  const given = read(env, settings);
  const metricsPort = given.METRICS_PORT ?? (app === 'api' ? 9464 : 9465);
  if (app === 'api' && metricsPort === given.PORT && metricsPort !== 0) {
    throw new ConfigError([`METRICS_PORT must differ from PORT (both are ${metricsPort})`]);
  }
  if (app === 'api' && given.DRAIN_DELAY >= given.SHUTDOWN_TIMEOUT) {
    throw new ConfigError([
      `SHUTDOWN_TIMEOUT (${given.SHUTDOWN_TIMEOUT} s) must be longer than DRAIN_DELAY (${given.DRAIN_DELAY} s), which is part of it`,
    ]);
  }
  if ((given.OIDC_ISSUER === undefined) !== (given.OIDC_AUDIENCE === undefined)) {
    throw new ConfigError(['OIDC_ISSUER and OIDC_AUDIENCE must be set together']);
  }
  const directUrl = given.DATABASE_DIRECT_URL ?? given.DATABASE_URL;
  return {
    app,
    http: readHttp(given),
    metrics: { port: metricsPort },
    database: {
      url: given.DATABASE_URL,
      directUrl,
      pools: { ingest: given.INGEST_POOL, management: given.MANAGEMENT_POOL, query: given.QUERY_POOL },
      silenceMs: Math.max(65, given.QUERY_TIMEOUT + 5) * 1000,
    },
    query: { timeoutMs: given.QUERY_TIMEOUT * 1000 },
    queue: { redisUrl: given.REDIS_URL ?? null, directUrl },
    security: {
      rootApiKey: given.ROOT_API_KEY,
      encryptionKey: given.ENCRYPTION_KEY,
      oldEncryptionKey: given.ENCRYPTION_KEY_OLD ?? null,
      oidc: readOidc(given),
    },
    ingest: {
      inFlight: given.INGEST_IN_FLIGHT,
      memoryBytes: given.INGEST_MEMORY,
      spool: given.SPOOL_DIR ? { dir: given.SPOOL_DIR, maxBytes: given.SPOOL_MAX_BYTES } : null,
    },
    worker: { concurrency: given.WORKER_CONCURRENCY },
    plugins: {
      packages: given.PLUGINS,
      mapping: {
        timeoutMs: given.MAPPING_TIMEOUT,
        memoryMb: given.MAPPING_MEMORY,
        processes: given.MAPPING_PROCESSES,
      },
      remote: { allow: given.REMOTE_PLUGIN_ALLOW },
    },
    retention: {
      eventDays: given.EVENT_RETENTION,
      deliveryDays: given.DELIVERY_RETENTION,
      quarantineDays: given.QUARANTINE_RETENTION,
      domainDays: given.DOMAIN_RETENTION,
      quotaUsageDays: given.QUOTA_USAGE_RETENTION,
      auditDays: given.AUDIT_RETENTION,
    },
    defaultQuota: given.DEFAULT_QUOTA,
    tracing: {
      endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
      serviceName: given.OTEL_SERVICE_NAME ?? `tocsin-${app}`,
      ratio: given.OTEL_TRACES_SAMPLER_ARG,
    },
    log: { level: given.LOG_LEVEL, pretty: given.LOG_PRETTY === 'true' },
    shutdownTimeoutMs: given.SHUTDOWN_TIMEOUT * 1000,
  };
}

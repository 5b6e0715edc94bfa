import { cleanEnv, EnvMissingError, type CleanedEnv } from 'envalid';
import { StartError } from '../lifecycle/start-error.js';
import type { App, Config } from './config.js';
import { databaseSettings } from './database-settings.js';
import { FIXED } from './fixed-values.js';
import { readHttp } from './http-settings.js';
import { diskVariables, type workerSettings } from './intake-settings.js';
import { readOidc } from './oidc-settings.js';
import { supervisorVariables } from './process-settings.js';
import { removedSettings } from './removed-settings.js';
import { settings } from './settings.js';

/** Lists every missing or invalid setting, one a line, each with what to do about it. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

function read<S>(env: NodeJS.ProcessEnv, specs: S): CleanedEnv<S> {
  // `PORT=` in an env file means "not set", and nobody surrounds a value with spaces on purpose.
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

function readMail({ SMTP_URL: url, MAIL_FROM: from }: CleanedEnv<typeof workerSettings>) {
  if (url === undefined && from === undefined) return null;
  if (url === undefined || from === undefined)
    throw new ConfigError(['SMTP_URL and MAIL_FROM must be set together']);
  return { url, from };
}

/** Rejects removed settings of claims. If they were ignored, other claims would decide what a token may do. */
function refuseRemovedClaims(env: NodeJS.ProcessEnv): void {
  const claims = removedSettings(env).filter(({ name }) => /^OIDC_\w+_CLAIM$/.test(name));
  if (claims.length > 0 && !env['OIDC_CLAIMS']?.trim())
    throw new ConfigError(claims.map(({ name, instead }) => `${name} is no longer a setting (${instead})`));
}

/** Returns the URL of the database without a pooler, for commands that only migrate. @throws ConfigError */
export function loadDirectUrl(env: NodeJS.ProcessEnv): string {
  const given = read(env, databaseSettings);
  return given.DATABASE_DIRECT_URL ?? given.DATABASE_URL;
}

/** Reads, converts and checks the whole environment. Nothing else reads it. @throws ConfigError */
export function loadConfig(env: NodeJS.ProcessEnv, app: App): Config {
  const given = read(env, { ...settings, ...supervisorVariables, ...diskVariables });
  const metricsPort = given.METRICS_PORT ?? (app === 'api' ? 9464 : 9465);
  if (app === 'api' && metricsPort === given.PORT && metricsPort !== 0) {
    throw new ConfigError([`METRICS_PORT must differ from PORT (both are ${metricsPort})`]);
  }
  if (given.OIDC_ISSUER !== undefined) refuseRemovedClaims(env);
  if ((given.OIDC_ISSUER === undefined) !== (given.OIDC_AUDIENCE === undefined)) {
    throw new ConfigError(['OIDC_ISSUER and OIDC_AUDIENCE must be set together']);
  }
  if (given.OIDC_CLIENT_ID !== undefined && given.OIDC_ISSUER === undefined) {
    throw new ConfigError(['OIDC_CLIENT_ID needs OIDC_ISSUER']);
  }
  if (given.OIDC_CLIENT_ID !== undefined && given.OIDC_CLIENT_ID === given.OIDC_AUDIENCE) {
    throw new ConfigError([
      'OIDC_AUDIENCE must differ from OIDC_CLIENT_ID: tokens for the page that people sign in at would open the API',
    ]);
  }
  const directUrl = given.DATABASE_DIRECT_URL ?? given.DATABASE_URL;
  return {
    app,
    http: readHttp(given),
    metrics: { port: metricsPort },
    database: {
      url: given.DATABASE_URL,
      directUrl,
      pools: FIXED.pools,
      silenceMs: FIXED.silenceMs,
    },
    query: { timeoutMs: FIXED.queryTimeoutMs },
    queue: { redisUrl: given.REDIS_URL ?? null, directUrl },
    security: {
      rootApiKey: given.ROOT_API_KEY,
      encryptionKey: given.ENCRYPTION_KEY,
      oldEncryptionKey: given.ENCRYPTION_KEY_OLD ?? null,
      oidc: readOidc(given),
    },
    ingest: {
      memoryBytes: FIXED.ingestMemoryBytes,
      failOverBytes: FIXED.failOverBytes,
      webhookBytesPerMinute: given.INGEST_WEBHOOK_BYTES,
      diskFloor: given.DISK_FLOOR ?? null,
      databaseDisk: given.DATABASE_DISK ?? null,
      spool: given.SPOOL_DIR
        ? { dir: given.SPOOL_DIR, maxBytes: given.SPOOL_MAX_BYTES, patience: FIXED.spoolPatienceMs }
        : null,
    },
    roles: given.WORKER_ROLES,
    notifications: {
      allow: given.NOTIFICATION_ALLOW,
      packages: given.PROTOCOLS,
      mail: readMail(given),
    },
    plugins: {
      packages: given.PLUGINS,
      remote: { allow: given.REMOTE_PLUGIN_ALLOW },
    },
    retention: {
      eventDays: given.EVENT_RETENTION,
      deliveryDays: given.DELIVERY_RETENTION,
      quarantineDays: FIXED.quarantineDays,
      notificationDays: given.NOTIFICATION_RETENTION,
      domainDays: given.DOMAIN_RETENTION,
      auditDays: given.AUDIT_RETENTION,
    },
    defaultQuota: given.DEFAULT_QUOTA,
    tracing: {
      endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
      serviceName: `tocsin-${app}`,
      ratio: given.OTEL_TRACES_SAMPLER_ARG,
    },
    predecessors: {
      stalls: given.PREDECESSOR_STALLS,
      crashes: given.PREDECESSOR_CRASHES,
      lostAt: given.PREDECESSOR_LOST_AT === undefined ? null : new Date(given.PREDECESSOR_LOST_AT),
    },
    log: { level: given.LOG_LEVEL },
  };
}

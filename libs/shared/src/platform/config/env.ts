import { cleanEnv, EnvMissingError, type CleanedEnv } from 'envalid';
import { StartError } from '../lifecycle/explain-start-error.js';
import type { App, Config } from './config.js';
import { databaseSettings, settings, supervisorVariables } from './settings.js';
import { toHttpConfig } from './http-settings.js';
import { diskVariables, type workerSettings } from './intake-settings.js';
import { toOidcConfig } from './oidc-settings.js';
import { findMisspeltSettings } from './misspelt-settings.js';
import { findRemovedSettings } from './removed-settings.js';
import { MEBIBYTE } from './validators.js';

/** Values that no operator has to decide. Tests that build an app in process may use other values. */
const FIXED_VALUES = {
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

/** Lists every missing or invalid setting, one a line, each with what to do about it. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

function parseEnv<S>(env: NodeJS.ProcessEnv, specs: S): CleanedEnv<S> {
  // `PORT=` in an env file means "not set", and nobody surrounds a value with spaces on purpose.
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined] as const);
  return cleanEnv<S>(Object.fromEntries(trimmed), specs, {
    reporter: ({ errors }) => {
      const problems = Object.entries<Error | undefined>(errors).map(([name, error]) =>
        error instanceof EnvMissingError
          ? `${name} is missing: ${error.message}${describeMisspelling(env, name)}`
          : `${name} ${error?.message}`,
      );
      if (problems.length > 0) throw new ConfigError(problems);
    },
  });
}

function describeMisspelling(env: NodeJS.ProcessEnv, name: string): string {
  const misspelt = findMisspeltSettings(env).find(({ meant }) => meant === name);
  return misspelt === undefined ? '' : ` (${misspelt.name} is set, which is no setting)`;
}

function toMailConfig({
  SMTP_URL: url,
  MAIL_FROM: from,
  MAIL_TO_ALLOW: allow,
  MAIL_DAILY_LIMIT: perDay,
}: CleanedEnv<typeof workerSettings>) {
  if (url === undefined && from === undefined) return null;
  if (url === undefined || from === undefined)
    throw new ConfigError(['SMTP_URL and MAIL_FROM must be set together']);
  return { url, from, allow, ...(perDay > 0 && { perDay }) };
}

/** Rejects removed settings of claims. If they were ignored, other claims would decide what a token may do. */
function rejectRemovedClaims(env: NodeJS.ProcessEnv): void {
  const claims = findRemovedSettings(env).filter(({ name }) => /^OIDC_\w+_CLAIM$/.test(name));
  if (claims.length > 0 && !env['OIDC_CLAIMS']?.trim())
    throw new ConfigError(claims.map(({ name, instead }) => `${name} is no longer a setting (${instead})`));
}

/** Returns the URL of the database without a pooler, for commands that only migrate. @throws ConfigError */
export function loadDirectUrl(env: NodeJS.ProcessEnv): string {
  const parsed = parseEnv(env, databaseSettings);
  return parsed.DATABASE_DIRECT_URL ?? parsed.DATABASE_URL;
}

/** Reads, converts and checks the whole environment. Nothing else reads it. @throws ConfigError */
export function loadConfig(env: NodeJS.ProcessEnv, app: App): Config {
  const parsed = parseEnv(env, { ...settings, ...supervisorVariables, ...diskVariables });
  const metricsPort = parsed.METRICS_PORT ?? (app === 'api' ? 9464 : 9465);
  if (app === 'api' && metricsPort === parsed.PORT && metricsPort !== 0) {
    throw new ConfigError([`METRICS_PORT must differ from PORT (both are ${metricsPort})`]);
  }
  if (parsed.OIDC_ISSUER !== undefined) rejectRemovedClaims(env);
  if ((parsed.OIDC_ISSUER === undefined) !== (parsed.OIDC_AUDIENCE === undefined)) {
    throw new ConfigError(['OIDC_ISSUER and OIDC_AUDIENCE must be set together']);
  }
  if (parsed.OIDC_CLIENT_ID !== undefined && parsed.OIDC_ISSUER === undefined) {
    throw new ConfigError(['OIDC_CLIENT_ID needs OIDC_ISSUER']);
  }
  if (parsed.OIDC_CLIENT_ID !== undefined && parsed.OIDC_CLIENT_ID === parsed.OIDC_AUDIENCE) {
    throw new ConfigError([
      'OIDC_AUDIENCE must differ from OIDC_CLIENT_ID: tokens for the page that people sign in at would open the API',
    ]);
  }
  const directUrl = parsed.DATABASE_DIRECT_URL ?? parsed.DATABASE_URL;
  return {
    app,
    http: toHttpConfig(parsed),
    metrics: { port: metricsPort },
    database: {
      url: parsed.DATABASE_URL,
      directUrl,
      pools: FIXED_VALUES.pools,
      recordLimits: {
        webhook: parsed.MAX_WEBHOOKS,
        subscription: parsed.MAX_SUBSCRIPTIONS,
        silence: parsed.MAX_SILENCES,
        inhibition: parsed.MAX_INHIBITIONS,
        escalation: parsed.MAX_ESCALATIONS,
        on_call: parsed.MAX_ON_CALL,
      },
      silenceMs: FIXED_VALUES.silenceMs,
    },
    query: { timeoutMs: FIXED_VALUES.queryTimeoutMs },
    queue: { redisUrl: parsed.REDIS_URL ?? null, directUrl },
    security: {
      rootApiKey: parsed.ROOT_API_KEY,
      encryptionKey: parsed.ENCRYPTION_KEY,
      oldEncryptionKey: parsed.ENCRYPTION_KEY_OLD ?? null,
      oidc: toOidcConfig(parsed),
      sessionIdleMs: parsed.SESSION_IDLE_TIMEOUT * 60_000,
    },
    ingest: {
      memoryBytes: FIXED_VALUES.ingestMemoryBytes,
      webhookBytesPerMinute: parsed.INGEST_WEBHOOK_BYTES,
      diskFloor: parsed.DISK_FLOOR ?? null,
      databaseDisk: parsed.DATABASE_DISK ?? null,
      spool: parsed.SPOOL_DIR
        ? { dir: parsed.SPOOL_DIR, maxBytes: parsed.SPOOL_MAX_BYTES, timeoutMs: FIXED_VALUES.spoolTimeoutMs }
        : null,
    },
    roles: parsed.WORKER_ROLES,
    notifications: {
      allow: parsed.NOTIFICATION_ALLOW,
      hosts: parsed.RECEIVERS_ALLOW,
      packages: parsed.PROTOCOLS,
      mail: toMailConfig(parsed),
    },
    plugins: {
      packages: parsed.PLUGINS,
      remote: { allow: parsed.REMOTE_PLUGIN_ALLOW, hosts: parsed.RECEIVERS_ALLOW },
    },
    retention: {
      eventDays: parsed.EVENT_RETENTION,
      deliveryDays: parsed.DELIVERY_RETENTION,
      quarantineDays: FIXED_VALUES.quarantineDays,
      notificationDays: parsed.NOTIFICATION_RETENTION,
      domainDays: parsed.DOMAIN_RETENTION,
      auditDays: parsed.AUDIT_RETENTION,
    },
    defaultQuota: parsed.DEFAULT_QUOTA,
    tracing: {
      endpoint: parsed.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
      serviceName: `tocsin-${app}`,
      ratio: parsed.OTEL_TRACES_SAMPLER_ARG,
    },
    predecessors: {
      stalls: parsed.PREDECESSOR_STALLS,
      crashes: parsed.PREDECESSOR_CRASHES,
      lostAt: parsed.PREDECESSOR_LOST_AT === undefined ? null : new Date(parsed.PREDECESSOR_LOST_AT),
    },
    log: { level: parsed.LOG_LEVEL },
  };
}

import { logLevels } from './config.js';
import { httpSettings } from './http-settings.js';
import { intakeSettings, workerSettings } from './intake-settings.js';
import { oidcSettings } from './oidc-settings.js';
import {
  keyOf,
  secretOf,
  wholeNumber,
  domainDays,
  quotaLimit,
  redisUrl,
  urlOf,
  oneOf,
  share,
} from './validators.js';

const processSettings = {
  METRICS_PORT: {
    ...wholeNumber(0, 65_535),
    default: undefined,
    desc: 'the port of metrics, and for a worker also of health; by default 9464 for the API and 9465 for a worker',
  },
  LOG_LEVEL: {
    ...oneOf(logLevels),
    default: 'info' as const,
    desc: 'the lowest level to log, as lines of JSON on standard output',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...urlOf(['http:', 'https:'], 'http://collector:4318'),
    default: undefined,
    desc: 'the address of the trace collector; /v1/traces is appended',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    ...share,
    default: 1,
    desc: 'the share of traces started here that are recorded',
  },
};

/** Not for operators: the supervisor that restarts a process sets them. */
export const supervisorVariables = {
  PREDECESSOR_STALLS: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: 0,
    desc: 'number of previous processes that the watchdog ended',
  },
  PREDECESSOR_CRASHES: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: 0,
    desc: 'number of previous processes that another signal ended',
  },
  PREDECESSOR_LOST_AT: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: undefined,
    desc: 'time when the last of them ended, in milliseconds since 1970',
  },
};

const postgresUrl = urlOf(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database');

/** The settings that migrations read as well. */
export const databaseSettings = {
  DATABASE_URL: {
    ...postgresUrl,
    desc: 'the PostgreSQL database (15 or newer); may point to a pooler in transaction mode',
  },
  DATABASE_DIRECT_URL: {
    ...postgresUrl,
    default: undefined,
    desc: 'the same database without a pooler, for queues, LISTEN and migrations; DATABASE_URL by default',
  },
};

const connectionSettings = {
  REDIS_URL: { ...redisUrl, default: undefined, desc: 'keeps the queues in Redis instead of PostgreSQL' },
};

const retentionSettings = {
  EVENT_RETENTION: {
    ...wholeNumber(1, 3650),
    default: 90,
    desc: 'days that events are kept',
  },
  DELIVERY_RETENTION: { ...wholeNumber(1, 3650), default: 3, desc: 'days that deliveries are kept' },
  NOTIFICATION_RETENTION: { ...wholeNumber(3, 3650), default: 30, desc: 'days that notifications are kept' },
  DOMAIN_RETENTION: {
    ...domainDays,
    default: {},
    desc: 'days that events, alerts and deliveries of single domains are kept, if fewer than for all domains',
  },
  AUDIT_RETENTION: { ...wholeNumber(1, 3650), default: 365, desc: 'days that the audit log is kept' },
  MAX_WEBHOOKS: { ...wholeNumber(1, 1_000_000), default: 10_000, desc: 'webhooks that a domain may have' },
  MAX_SUBSCRIPTIONS: {
    ...wholeNumber(1, 100_000),
    default: 1_000,
    desc: 'subscriptions that a domain may have',
  },
  MAX_SILENCES: {
    ...wholeNumber(1, 1_000_000),
    default: 10_000,
    desc: 'silences of a domain that have not ended',
  },
  MAX_ESCALATIONS: { ...wholeNumber(1, 10_000), default: 100, desc: 'escalations that a domain may have' },
  MAX_INHIBITIONS: { ...wholeNumber(1, 10_000), default: 100, desc: 'inhibitions that a domain may have' },
  MAX_ON_CALL: {
    ...wholeNumber(1, 100_000),
    default: 1_000,
    desc: 'schedules of who is on call that a domain may have',
  },
  DEFAULT_QUOTA: { ...quotaLimit, default: {}, desc: 'the quota limit of protocols without their own quota' },
};

const keySettings = {
  ROOT_API_KEY: {
    ...secretOf(32),
    desc: "the operator's key, ASCII without spaces; generate one with: openssl rand -hex 32",
  },
  ENCRYPTION_KEY: {
    ...keyOf(32),
    desc: 'encrypts the secrets in the database; generate one with: openssl rand -base64 32, and store it safely',
  },
  ENCRYPTION_KEY_OLD: {
    ...keyOf(32),
    default: undefined,
    desc: 'the previous key, used only to decrypt while ENCRYPTION_KEY is being replaced',
  },
  SESSION_IDLE_TIMEOUT: {
    ...wholeNumber(5, 720),
    default: 60,
    desc: 'minutes without a request after which a session of a browser ends; every session ends after 12 hours',
  },
};

/** The settings by topic, in the order of docs/settings.md. */
export const SETTING_GROUPS = {
  'Database and queues': { ...databaseSettings, ...connectionSettings },
  'HTTP of the API': httpSettings,
  'Keys and sessions': keySettings,
  Intake: intakeSettings,
  'Worker and plugins': workerSettings,
  'Retention, limits and quotas': retentionSettings,
  'Tokens of an issuer': oidcSettings,
  'Logs, metrics, traces and the end of a process': processSettings,
};

export const settings = {
  ...SETTING_GROUPS['Database and queues'],
  ...httpSettings,
  ...keySettings,
  ...intakeSettings,
  ...workerSettings,
  ...retentionSettings,
  ...oidcSettings,
  ...processSettings,
};

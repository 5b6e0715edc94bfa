import { connectionSettings, databaseSettings } from './database-settings.js';
import { httpSettings } from './http-settings.js';
import { intakeSettings, workerSettings } from './intake-settings.js';
import { oidcSettings } from './oidc-settings.js';
import { processSettings } from './process-settings.js';
import { keyOf, secretOf, wholeNumber, domainDays, quotaLimit } from './validators.js';

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
  DEFAULT_QUOTA: { ...quotaLimit, default: {}, desc: 'the quota limit of protocols without their own quota' },
};

const keySettings = {
  ROOT_API_KEY: {
    ...secretOf(32),
    desc: "the operator's key; generate one with: openssl rand -hex 32",
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

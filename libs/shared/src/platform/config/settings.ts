import { connectionSettings, databaseSettings } from './database-settings.js';
import { httpSettings } from './http-settings.js';
import { intakeSettings, workerSettings } from './intake-settings.js';
import { keySettings } from './key-settings.js';
import { oidcSettings } from './oidc-settings.js';
import { processSettings } from './process-settings.js';
import { retentionSettings } from './retention-settings.js';

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

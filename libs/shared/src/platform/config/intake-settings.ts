import { str } from 'envalid';
import { workerRoles } from './config.js';
import {
  hostPatterns,
  mailbox,
  mailRecipients,
  MEBIBYTE,
  networks,
  packages,
  subsetOf,
  urlOf,
  wholeNumber,
} from './validators.js';

export const intakeSettings = {
  INGEST_WEBHOOK_BYTES: {
    ...wholeNumber(0, 64 * 1024 * MEBIBYTE),
    default: 32 * MEBIBYTE,
    desc: 'maximum bytes of bodies a minute that one webhook may post to one API process, with bursts of twice as many; more are refused with 503. All webhooks of a domain together may post four times as many. 0 disables these limits, and those of the number of deliveries',
  },
  SPOOL_DIR: {
    ...str(),
    default: undefined,
    desc: 'a folder for deliveries while the database is unavailable, on a persistent disk; several processes may share it',
  },
  SPOOL_MAX_BYTES: {
    ...wholeNumber(MEBIBYTE, 1024 * 1024 * MEBIBYTE),
    default: 1024 * MEBIBYTE,
    desc: 'maximum bytes of the spool of one process; more deliveries are refused with 503',
  },
};

/** Not for operators: `npm start` sets the disk of its embedded PostgreSQL, and tests use small disks. */
export const diskVariables = {
  DATABASE_DISK: {
    ...str(),
    default: undefined,
    desc: 'a folder on the disk of the database, if that is on this machine',
  },
  DISK_FLOOR: {
    ...wholeNumber(0, 100 * 1024 * 1024 * MEBIBYTE),
    default: undefined,
    desc: 'bytes that must stay free on the disks of database and spool instead of the usual; 0 disables the check',
  },
};

export const workerSettings = {
  WORKER_ROLES: {
    ...subsetOf(workerRoles),
    default: workerRoles,
    desc: 'what this worker does: processing, notification, or both; every role needs a worker',
  },
  PLUGINS: {
    ...packages,
    default: [],
    desc: 'packages with additional plugins, by name or path; the same for API and worker',
  },
  REMOTE_PLUGIN_ALLOW: {
    ...networks,
    default: [],
    desc: 'addresses and networks, besides public ones, that remote plugins may have',
  },
  NOTIFICATION_ALLOW: {
    ...networks,
    default: [],
    desc: 'addresses and networks, besides public ones, that notifications may be sent to',
  },
  RECEIVERS_ALLOW: {
    ...hostPatterns,
    default: [],
    desc: 'the only hosts that notifications may be sent to and remote plugins may have, *. for those below one; all if not set. Addresses that are not public must be allowed as well; the same for API and worker',
  },
  PROTOCOLS: {
    ...packages,
    default: [],
    desc: 'packages with additional protocols of notifications, by name or path; the same for API and worker',
  },
  SMTP_URL: {
    ...urlOf(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587'),
    default: undefined,
    desc: 'the mail server of the protocol email; without it, subscriptions cannot use this protocol; the same for API and worker',
  },
  MAIL_FROM: {
    ...mailbox,
    default: undefined,
    desc: 'the sender of mails, with or without a name; required with SMTP_URL',
  },
  MAIL_TO_ALLOW: {
    ...mailRecipients,
    default: [],
    desc: 'the only addresses that mails may be sent to, or the domains of these addresses; all if not set; the same for API and worker',
  },
  MAIL_DAILY_LIMIT: {
    ...wholeNumber(0, 1_000_000_000),
    default: 1_000,
    desc: 'mails that a domain without a quota of the protocol email may send a day, unless DEFAULT_QUOTA has a limit for the day; 0 is no limit; the same for API and worker',
  },
};

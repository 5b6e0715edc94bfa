import { str } from 'envalid';
import { workerRoles } from './config.js';
import { listOfAll, mailbox, mebibyte, networks, packages, urlOf, wholeNumber } from './validators.js';

export const intakeSettings = {
  INGEST_MEMORY: {
    ...wholeNumber(mebibyte, 64 * 1024 * mebibyte),
    default: 64 * mebibyte,
    desc: 'maximum bytes of deliveries in one API process that are not yet written; more are refused with 503',
  },
  INGEST_WEBHOOK_BYTES: {
    ...wholeNumber(0, 64 * 1024 * mebibyte),
    default: 32 * mebibyte,
    desc: 'maximum bytes of bodies a minute that one webhook may post to one API process, with bursts of twice as many; more are refused with 503; 0 is no limit, also for the number of deliveries',
  },
  INGEST_DOMAIN_BYTES: {
    ...wholeNumber(0, 64 * 1024 * mebibyte),
    default: 128 * mebibyte,
    desc: 'like INGEST_WEBHOOK_BYTES, for all webhooks of a domain together',
  },
  FAILOVER_MEMORY: {
    ...wholeNumber(0, 64 * 1024 * mebibyte),
    default: 32 * mebibyte,
    desc: 'maximum bytes of recent deliveries that one API process keeps for a minute, to write them again after a fail-over that lost them; 0 disables this',
  },
  SPOOL_DIR: {
    ...str(),
    default: undefined,
    desc: 'a folder for deliveries while the database is unavailable, on a persistent disk; several processes may share it',
  },
  SPOOL_MAX_BYTES: {
    ...wholeNumber(mebibyte, 1024 * 1024 * mebibyte),
    default: 1024 * mebibyte,
    desc: 'maximum bytes of the spool of one process; more deliveries are refused with 503',
  },
  DATABASE_DISK: {
    ...str(),
    default: undefined,
    desc: 'a folder on the disk of the database, if that is on this machine; set by npm start for its own PostgreSQL',
  },
  MIN_FREE_DISK: {
    ...wholeNumber(0, 100 * 1024 * 1024 * mebibyte),
    default: undefined,
    desc: 'bytes that must be free on DATABASE_DISK and on the disk of SPOOL_DIR, or deliveries are refused with 503; by default 512 MiB or a twentieth of the disk, whichever is less; 0 disables the check',
  },
  SPOOL_PATIENCE: {
    ...wholeNumber(10, 4_000),
    default: 250,
    desc: 'milliseconds to wait for the database before deliveries are spooled; for a slow but steady database four times its write time, up to eight times this setting',
  },
};

export const workerSettings = {
  WORKER_ROLES: {
    ...listOfAll(workerRoles),
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
    desc: 'addresses that remote plugins may have beside public ones',
  },
  NOTIFICATION_ALLOW: {
    ...networks,
    default: [],
    desc: 'addresses that notifications may be sent to beside public ones',
  },
  PROTOCOLS: {
    ...packages,
    default: [],
    desc: 'packages with additional protocols of notifications, by name or path; the same for API and worker',
  },
  SMTP_URL: {
    ...urlOf(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587'),
    default: undefined,
    desc: 'the mail server of the protocol email, which subscriptions can have only with it; the same for API and worker',
  },
  MAIL_FROM: {
    ...mailbox,
    default: undefined,
    desc: 'the sender of mails, with or without a name; required with SMTP_URL',
  },
};

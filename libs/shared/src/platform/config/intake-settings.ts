import { str } from 'envalid';
import { mebibyte, networks, packages, wholeNumber } from './validators.js';

export const intakeSettings = {
  INGEST_MEMORY: {
    ...wholeNumber(mebibyte, 64 * 1024 * mebibyte),
    default: 64 * mebibyte,
    desc: 'bytes that deliveries may hold in one API process until they are written; more are refused with 503',
  },
  INGEST_WEBHOOK_BYTES: {
    ...wholeNumber(0, 64 * 1024 * mebibyte),
    default: 32 * mebibyte,
    desc: 'bytes a minute of bodies that one webhook may post to one API process, twice as many at once; more are refused with 503; 0 is no limit, of the number of deliveries neither',
  },
  INGEST_DOMAIN_BYTES: {
    ...wholeNumber(0, 64 * 1024 * mebibyte),
    default: 128 * mebibyte,
    desc: 'as INGEST_WEBHOOK_BYTES, of all webhooks of a domain together',
  },
  FAILOVER_MEMORY: {
    ...wholeNumber(0, 64 * 1024 * mebibyte),
    default: 32 * mebibyte,
    desc: 'bytes of the deliveries of the last minute that one API process keeps, to write them again when a standby takes over that lacks them; 0 is none',
  },
  SPOOL_DIR: {
    ...str(),
    default: undefined,
    desc: 'a folder for deliveries while the database is away, on a disk that outlives the process; several processes may share it',
  },
  SPOOL_MAX_BYTES: {
    ...wholeNumber(mebibyte, 1024 * 1024 * mebibyte),
    default: 1024 * mebibyte,
    desc: 'bytes that the spool of one process may take; more deliveries are refused with 503',
  },
  DATABASE_DISK: {
    ...str(),
    default: undefined,
    desc: 'a folder on the disk that the database stores on, where that is on this machine; set by npm start for its own PostgreSQL',
  },
  MIN_FREE_DISK: {
    ...wholeNumber(0, 100 * 1024 * 1024 * mebibyte),
    default: undefined,
    desc: 'bytes that must be free on DATABASE_DISK and on the disk of SPOOL_DIR; below deliveries are refused with 503; 512 MiB or a twentieth of the disk, whichever is less, unless set; 0 is none',
  },
  SPOOL_PATIENCE: {
    ...wholeNumber(10, 4_000),
    default: 250,
    desc: 'milliseconds that the database has to take deliveries before the spool does; of one that is slow but steady four times what it takes, up to eight times as much',
  },
};

export const workerSettings = {
  PLUGINS: {
    ...packages,
    default: [],
    desc: 'packages with further plugins, by name or path; the same for API and worker',
  },
  REMOTE_PLUGIN_ALLOW: {
    ...networks,
    default: [],
    desc: 'what remote plugins may have for an address beyond the public ones',
  },
};

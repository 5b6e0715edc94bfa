import { redisUrl, urlOf } from './validators.js';

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

export const connectionSettings = {
  REDIS_URL: { ...redisUrl, default: undefined, desc: 'keeps the queues in Redis instead of PostgreSQL' },
};

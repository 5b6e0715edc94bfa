import { oneOf, redisUrl, urlOf, wholeNumber } from './validators.js';

const postgresUrl = urlOf(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database');

/** What the migrations read, too. */
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
  DB_DISTRIBUTED: {
    ...oneOf(['citus'] as const),
    default: undefined,
    desc: 'read by migrations: distributes the tables over the machines of a Citus cluster',
  },
};

export const connectionSettings = {
  REDIS_URL: { ...redisUrl, default: undefined, desc: 'keeps the queues in Redis instead of PostgreSQL' },
  INGEST_POOL: {
    ...wholeNumber(1, 100),
    default: 4,
    desc: 'connections of a process for accepting and processing deliveries',
  },
  MANAGEMENT_POOL: {
    ...wholeNumber(1, 100),
    default: 5,
    desc: 'connections of a process for the management API',
  },
  QUERY_POOL: {
    ...wholeNumber(1, 100),
    default: 5,
    desc: 'connections of a process for lists and statistics',
  },
  QUERY_TIMEOUT: { ...wholeNumber(1, 600), default: 5, desc: 'maximum seconds for a list or a statistic' },
};

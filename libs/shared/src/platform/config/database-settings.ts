import { oneOf, redisUrl, urlOf, wholeNumber } from './validators.js';

const postgresUrl = urlOf(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database');

/** What the migrations read, too. */
export const databaseSettings = {
  DATABASE_URL: {
    ...postgresUrl,
    desc: 'the PostgreSQL (15 or newer) to store in; may lead through a pooler in transaction mode',
  },
  DATABASE_DIRECT_URL: {
    ...postgresUrl,
    default: undefined,
    desc: 'the same database past any pooler, for queues, LISTEN and migrations; as DATABASE_URL where there is none',
  },
  DB_DISTRIBUTED: {
    ...oneOf(['citus'] as const),
    default: undefined,
    desc: 'read by the migrations: spreads the tables over the machines of a Citus cluster',
  },
};

export const connectionSettings = {
  REDIS_URL: { ...redisUrl, default: undefined, desc: 'keeps the queues in Redis instead of PostgreSQL' },
  INGEST_POOL: {
    ...wholeNumber(1, 100),
    default: 4,
    desc: 'connections of a process for accepting and processing',
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
  QUERY_TIMEOUT: { ...wholeNumber(1, 600), default: 5, desc: 'seconds that a list or a statistic may take' },
};

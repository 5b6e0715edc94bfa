import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './env.js';

const key = Buffer.alloc(32, 7);
const required = {
  DATABASE_URL: 'postgresql://tocsin:pw@localhost:5432/tocsin',
  ROOT_API_KEY: 'r'.repeat(32),
  ENCRYPTION_KEY: key.toString('base64'),
};

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env, 'api');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('fills in the defaults', () => {
    expect(loadConfig(required, 'api')).toEqual({
      app: 'api',
      http: {
        host: '0.0.0.0',
        port: 3000,
        publicUrl: 'http://localhost:3000',
        bodyLimit: 1_048_576,
        docsAccess: 'public',
        drainDelayMs: 5000,
      },
      metrics: { port: 9464 },
      database: {
        url: required.DATABASE_URL,
        directUrl: required.DATABASE_URL,
        pools: { ingest: 4, management: 5, query: 5 },
      },
      query: { timeoutMs: 5000 },
      queue: { redisUrl: null, directUrl: required.DATABASE_URL },
      security: { rootApiKey: required.ROOT_API_KEY, encryptionKey: key, oldEncryptionKey: null },
      ingest: { memoryBytes: 67_108_864 },
      worker: { concurrency: 2 },
      retention: { eventDays: 90, deliveryDays: 3, quarantineDays: 30, quotaUsageDays: 400 },
      defaultQuota: {},
      log: { level: 'info', pretty: false },
      shutdownTimeoutMs: 20_000,
    });
    expect(loadConfig(required, 'worker').metrics.port).toBe(9465);
  });

  it('takes what is given', () => {
    const config = loadConfig(
      {
        ...required,
        DATABASE_DIRECT_URL: 'postgres://direct/tocsin',
        DEFAULT_QUOTA: '{"day":1000}',
        REDIS_URL: 'rediss://cache:6379',
        PORT: '0',
        PUBLIC_URL: 'https://alarms.example.com/tocsin/',
        ENCRYPTION_KEY: key.toString('hex'),
        ENCRYPTION_KEY_OLD: key.toString('base64url'),
        LOG_LEVEL: 'WARN',
        LOG_PRETTY: 'true',
        HOST: '  ',
      },
      'api',
    );
    expect(config.database.directUrl).toBe('postgres://direct/tocsin');
    expect(config.queue).toEqual({ redisUrl: 'rediss://cache:6379', directUrl: 'postgres://direct/tocsin' });
    expect(config.http).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      publicUrl: 'https://alarms.example.com/tocsin',
    });
    expect(config.security).toMatchObject({ encryptionKey: key, oldEncryptionKey: key });
    expect(config.log).toEqual({ level: 'warn', pretty: true });
  });

  it('names everything that is missing, with the remedy', () => {
    expect(problemsOf({ ROOT_API_KEY: '' })).toEqual([
      expect.stringMatching(/^DATABASE_URL is missing: .*PostgreSQL/),
      expect.stringMatching(/^ROOT_API_KEY is missing: .*openssl/),
      expect.stringMatching(/^ENCRYPTION_KEY is missing: .*openssl/),
    ]);
  });

  it('names every bad setting at once and repeats no secret', () => {
    const bad = {
      DATABASE_URL: 'mysql://tocsin:geheim@localhost/tocsin',
      DATABASE_DIRECT_URL: 'geheim',
      REDIS_URL: 'http://geheim',
      PORT: '70000',
      METRICS_PORT: 'many',
      PUBLIC_URL: 'ftp://tocsin',
      ROOT_API_KEY: 'geheim',
      ENCRYPTION_KEY: 'geheim',
      ENCRYPTION_KEY_OLD: `${'z'.repeat(64)}`,
      DOCS_ACCESS: 'nobody',
      BODY_LIMIT: '12',
      LOG_LEVEL: 'loud',
      LOG_PRETTY: 'perhaps',
      DRAIN_DELAY: '-1',
      SHUTDOWN_TIMEOUT: '1.5',
      INGEST_POOL: '0',
      MANAGEMENT_POOL: '0x10',
      QUERY_POOL: '1e3',
      WORKER_CONCURRENCY: 'all',
      QUOTA_USAGE_RETENTION: '30',
      DEFAULT_QUOTA: '{"day":1.5}',
      INGEST_MEMORY: '5',
    };
    const problems = problemsOf(bad);
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(Object.keys(bad));
    expect(problems.join('\n')).not.toContain('geheim');
    expect(() => loadConfig(bad, 'api')).toThrow(problems.join('\n  - '));
  });

  it('refuses one port for two listeners', () => {
    expect(problemsOf({ ...required, PORT: '9464' })).toEqual([
      'METRICS_PORT must differ from PORT (both are 9464)',
    ]);
  });
});

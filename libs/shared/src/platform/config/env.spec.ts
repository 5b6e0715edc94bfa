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
        isPublicUrlSet: false,
        bodyLimit: 8_388_608,
        docsAccess: 'public',
        mcp: false,
        drainDelayMs: 5000,
        trustProxy: false,
        corsOrigins: [],
        rateLimits: { perKey: 6000, failedAuthentication: 60 },
      },
      metrics: { port: 9464 },
      database: {
        url: required.DATABASE_URL,
        directUrl: required.DATABASE_URL,
        pools: { ingest: 4, management: 5, query: 5 },
        recordLimits: {
          webhook: 10_000,
          subscription: 1_000,
          silence: 10_000,
          inhibition: 100,
          escalation: 100,
          on_call: 1_000,
        },
        silenceMs: 65_000,
      },
      query: { timeoutMs: 5000 },
      queue: { redisUrl: null, directUrl: required.DATABASE_URL },
      security: {
        rootApiKey: required.ROOT_API_KEY,
        encryptionKey: key,
        oldEncryptionKey: null,
        oidc: null,
        sessionIdleMs: 3_600_000,
      },
      ingest: {
        memoryBytes: 67_108_864,
        webhookBytesPerMinute: 33_554_432,
        spool: null,
        diskFloor: null,
        databaseDisk: null,
      },
      tracing: { endpoint: null, serviceName: 'tocsin-api', ratio: 1 },
      retention: {
        eventDays: 90,
        deliveryDays: 3,
        quarantineDays: 30,
        notificationDays: 30,
        domainDays: {},
        auditDays: 365,
      },
      roles: ['processing', 'notification'],
      notifications: { allow: [], hosts: [], packages: [], mail: null },
      plugins: {
        packages: [],
        remote: { allow: [], hosts: [] },
      },
      defaultQuota: {},
      predecessors: { stalls: 0, crashes: 0, lostAt: null },
      log: { level: 'info' },
    });
    expect(loadConfig(required, 'worker').metrics.port).toBe(9465);
  });

  it('uses the given settings', () => {
    const config = loadConfig(
      {
        ...required,
        DATABASE_DIRECT_URL: 'postgres://direct/tocsin',
        DEFAULT_QUOTA: '{"day":1000}',
        SPOOL_DIR: '/var/spool/tocsin',
        REDIS_URL: 'rediss://cache:6379',
        PORT: '0',
        PUBLIC_URL: 'https://alarms.example.com/tocsin/',
        ENCRYPTION_KEY: key.toString('hex'),
        ENCRYPTION_KEY_OLD: key.toString('base64url'),
        PLUGINS: '@acme/one, ./two.js ,',
        REMOTE_PLUGIN_ALLOW: '10.0.0.0/8,::1',
        LOG_LEVEL: 'WARN',
        SMTP_URL: 'smtps://me:secret@mail.example.com',
        MAIL_FROM: 'Tocsin <tocsin@example.com>',
        MAIL_TO_ALLOW: '@Example.org, on-call@example.com',
        RECEIVERS_ALLOW: 'Hooks.Slack.com,*.corp.example, 2001:db8::1',
        HOST: '  ',
        TRUST_PROXY: '10.0.0.0/8, fd00::/8,loopback',
        CORS_ORIGINS: 'https://console.example.com, http://localhost:5173',
        OIDC_ISSUER: 'https://login.example.com/',
        OIDC_AUDIENCE: 'tocsin',
        OIDC_CLAIMS: '{"domain_id":"org","role":"realm_access.roles"}',
        RATE_LIMIT: '150',
        OIDC_CLIENT_ID: 'console',
      },
      'api',
    );
    expect(config.database.directUrl).toBe('postgres://direct/tocsin');
    expect(config.queue).toEqual({ redisUrl: 'rediss://cache:6379', directUrl: 'postgres://direct/tocsin' });
    expect(config.ingest.spool).toEqual({
      dir: '/var/spool/tocsin',
      maxBytes: 1_073_741_824,
      timeoutMs: 250,
    });
    expect(config.http).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      publicUrl: 'https://alarms.example.com/tocsin',
      isPublicUrlSet: true,
      trustProxy: ['10.0.0.0/8', 'fd00::/8', 'loopback'],
      rateLimits: { perKey: 150, failedAuthentication: 2 },
      corsOrigins: ['https://console.example.com', 'http://localhost:5173'],
    });
    expect(config.security.oidc).toEqual({
      issuer: 'https://login.example.com/',
      audience: 'tocsin',
      claims: { domain: 'org', user: 'sub', role: 'realm_access.roles' },
      client: { client_id: 'console', client_secret: null },
    });
    expect(loadConfig({ ...required, TRUST_PROXY: '2' }, 'api').http.trustProxy).toBe(2);
    expect(config.security).toMatchObject({ encryptionKey: key, oldEncryptionKey: key });
    expect(config.plugins.packages).toEqual(['@acme/one', './two.js']);
    const hosts = ['hooks.slack.com', '*.corp.example', '2001:db8::1'];
    expect(config.plugins.remote).toEqual({ allow: ['10.0.0.0/8', '::1'], hosts });
    expect(config.notifications.hosts).toEqual(hosts);
    expect(config.notifications.mail).toEqual({
      url: 'smtps://me:secret@mail.example.com',
      from: 'Tocsin <tocsin@example.com>',
      allow: ['example.org', 'on-call@example.com'],
      perDay: 1_000,
    });
    expect(config.log).toEqual({ level: 'warn' });
  });

  it('names a variable that was probably meant', () => {
    expect(() => loadConfig({ DATABSE_URL: 'postgresql://localhost/tocsin' }, 'api')).toThrow(
      /DATABASE_URL is missing: .* \(DATABSE_URL is set, which is no setting\)/,
    );
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
      PUBLIC_URL: 'ftp://tocsin',
      DOCS_ACCESS: 'nobody',
      BODY_LIMIT: '12',
      DRAIN_DELAY: '-1',
      TRUST_PROXY: 'true',
      CORS_ORIGINS: 'https://console.example.com/',
      RATE_LIMIT: '-1',
      METRICS_PORT: 'many',
      ROOT_API_KEY: 'geheim',
      ENCRYPTION_KEY: 'geheim',
      ENCRYPTION_KEY_OLD: `${'z'.repeat(64)}`,
      OIDC_ISSUER: 'http://login.example.com',
      OIDC_CLAIMS: '{"domain":"org"}',
      LOG_LEVEL: 'loud',
      INGEST_WEBHOOK_BYTES: '0x10',
      EVENT_RETENTION: '1e3',
      PLUGINS: 'a b',
      REMOTE_PLUGIN_ALLOW: '10.0.0.0/33',
      AUDIT_RETENTION: '0',
      DEFAULT_QUOTA: '{"day":1.5}',
      SPOOL_MAX_BYTES: '1000',
    };
    const problems = problemsOf(bad);
    expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual(Object.keys(bad).toSorted());
    expect(problems.join('\n')).not.toContain('geheim');
    expect(() => loadConfig(bad, 'api')).toThrow(problems.join('\n  - '));
  });

  it.each(['10.0.0.0/33', '300.1.1.1', '0', 'proxy.example.com', '10.0.0.0/8/8', '::1/x'])(
    'refuses %s for a proxy',
    (TRUST_PROXY) => {
      expect(problemsOf({ ...required, TRUST_PROXY })).toEqual([
        expect.stringMatching(/^TRUST_PROXY must be/),
      ]);
    },
  );

  it.each(['change-me-to-32-characters-or-more', 'CHANGEME'.repeat(4)])(
    'refuses %s for a root key',
    (key) => {
      expect(problemsOf({ ...required, ROOT_API_KEY: key })).toEqual([
        'ROOT_API_KEY is the placeholder of an example; choose a secret value',
      ]);
    },
  );

  it.each([`${'r'.repeat(32)} r`, `${'r'.repeat(32)}é`, `${'r'.repeat(32)}\t${'r'.repeat(2)}`])(
    'refuses %j for a root key, which no header can carry',
    (key) => {
      expect(problemsOf({ ...required, ROOT_API_KEY: key })).toEqual([
        'ROOT_API_KEY must have only ASCII characters, and no spaces',
      ]);
    },
  );

  it('refuses an issuer without an audience', () => {
    const OIDC_ISSUER = 'https://login.example.com';
    expect(problemsOf({ ...required, OIDC_ISSUER })).toEqual([
      'OIDC_ISSUER and OIDC_AUDIENCE must be set together',
    ]);
  });

  it('rejects an OIDC client without an issuer, or with the same id as the audience', () => {
    const OIDC_CLIENT_ID = 'tocsin';
    expect(problemsOf({ ...required, OIDC_CLIENT_ID })).toEqual(['OIDC_CLIENT_ID needs OIDC_ISSUER']);
    const OIDC_ISSUER = 'https://login.example.com';
    expect(problemsOf({ ...required, OIDC_ISSUER, OIDC_AUDIENCE: 'tocsin', OIDC_CLIENT_ID })).toEqual([
      expect.stringContaining('OIDC_AUDIENCE must differ from OIDC_CLIENT_ID'),
    ]);
  });

  it.each(['{"role":1}', '{"role":" "}', '{"roles":"r"}', '["role"]', 'role'])(
    'refuses %s for the names of claims',
    (OIDC_CLAIMS) => {
      expect(problemsOf({ ...required, OIDC_CLAIMS })).toEqual([
        expect.stringMatching(/^OIDC_CLAIMS must be JSON/),
      ]);
    },
  );

  it('rejects removed claim settings unless OIDC is off or OIDC_CLAIMS replaces them', () => {
    const issuer = { OIDC_ISSUER: 'https://login.example.com', OIDC_AUDIENCE: 'tocsin' };
    const old = { ...required, OIDC_DOMAIN_CLAIM: 'org', OIDC_ROLE_CLAIM: 'roles' };
    expect(problemsOf({ ...old, ...issuer })).toEqual([
      'OIDC_DOMAIN_CLAIM is no longer a setting (replaced by OIDC_CLAIMS={"domain_id":"…"})',
      'OIDC_ROLE_CLAIM is no longer a setting (replaced by OIDC_CLAIMS={"role":"…"})',
    ]);
    expect(problemsOf(old)).toEqual([]);
    expect(problemsOf({ ...old, ...issuer, OIDC_CLAIMS: '{"domain_id":"org"}' })).toEqual([]);
  });

  it('refuses one port for two listeners', () => {
    expect(problemsOf({ ...required, PORT: '9464' })).toEqual([
      'METRICS_PORT must differ from PORT (both are 9464)',
    ]);
  });
});

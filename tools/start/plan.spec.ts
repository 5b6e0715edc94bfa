import { describe, expect, it } from 'vitest';
import { checkout } from './checkout.js';
import { planStart } from './plan.js';

describe('planStart', () => {
  it('uses defaults without settings', () => {
    const plan = planStart({});
    expect(plan).toMatchObject({ dataDir: `${checkout()}/.tocsin`, embedded: true, metricsPort: 9464 });
    expect(plan.config.http).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
    });
    expect(plan.env).toEqual({ HOST: '127.0.0.1', LOG_LEVEL: 'warn', DRAIN_DELAY: '0' });
  });

  it('passes the given settings to the apps', () => {
    const given = {
      HOST: '::',
      PORT: '8080',
      PUBLIC_URL: 'https://tocsin.example.com',
      METRICS_PORT: '9000',
    };
    const plan = planStart({ ...given, DATA_DIR: '/data', LOG_LEVEL: 'debug' });
    expect(plan).toMatchObject({ dataDir: '/data', metricsPort: 9000 });
    expect(plan.env).toEqual({ ...given, LOG_LEVEL: 'debug', DRAIN_DELAY: '0' });
  });

  it('embeds no PostgreSQL if DATABASE_URL is given', () => {
    const urls = { DATABASE_URL: 'postgres://a/b', DATABASE_DIRECT_URL: 'postgres://c/d' };
    expect(planStart(urls)).toMatchObject({ embedded: false, env: urls });
    expect(planStart({ DATABASE_DIRECT_URL: urls.DATABASE_DIRECT_URL }).env).not.toHaveProperty(
      'DATABASE_DIRECT_URL',
    );
  });

  it('treats an empty setting as missing', () => {
    expect(planStart({ DATABASE_URL: ' ', PORT: '' })).toMatchObject({
      embedded: true,
      config: { http: { port: 3000 } },
    });
  });

  it('rejects settings that the apps would reject', () => {
    expect(() => planStart({ PORT: 'http', ROOT_API_KEY: 'short' })).toThrow(
      /PORT must be .*\n.*ROOT_API_KEY must be/,
    );
  });
});

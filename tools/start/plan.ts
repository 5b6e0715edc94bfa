import { join, resolve } from 'node:path';
import type { Config } from '#shared/platform/config/config.js';
import { loadConfig } from '#shared/platform/config/env.js';
import { checkout } from './checkout.js';

export interface Plan {
  readonly dataDir: string;
  /** `false`: DATABASE_URL names the server to use. */
  readonly embedded: boolean;
  /** Environment variables of API and worker, without those that are only known during the start. */
  readonly env: Readonly<Record<string, string>>;
  readonly config: Config;
  /** The metrics port of the API. The worker prefers the next one. */
  readonly metricsPort: number;
}

/** Placeholders for settings that the start generates, so that all others can be checked before anything is started. */
const PLACEHOLDERS = {
  DATABASE_URL: 'postgresql://127.0.0.1/tocsin',
  ROOT_API_KEY: 'r'.repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  METRICS_PORT: '0',
};

/** @throws ConfigError */
export function planStart(given: NodeJS.ProcessEnv): Plan {
  const settings = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const { DATA_DIR, DATABASE_DIRECT_URL, ...rest } = settings;
  const embedded = rest.DATABASE_URL === undefined;
  const env = {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    // Without a load balancer, nothing has to notice the shutdown first.
    DRAIN_DELAY: '0',
    ...rest,
    ...(embedded || DATABASE_DIRECT_URL === undefined ? {} : { DATABASE_DIRECT_URL }),
  };
  const config = loadConfig({ ...PLACEHOLDERS, ...env }, 'api');
  return {
    dataDir: resolve(DATA_DIR ?? join(checkout(), '.tocsin')),
    embedded,
    env,
    config,
    metricsPort: config.metrics.port || 9464,
  };
}

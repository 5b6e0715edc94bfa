import type { App } from '#shared/platform/config/config.js';
import { AppProcess } from '../tools/start/app-process.js';
import { COMPILE_CACHE } from './compile-cache.js';
import { freePort } from './ports.js';

/** Several start at once on two processors, beside other tests. */
export const MAX_START_MS = 100_000;

export const rootApiKey = 'root-key-of-the-tests-0123456789abcdef';
export const encryptionKey = Buffer.alloc(32, 1).toString('base64');

export interface AppUnderTest {
  /** The address of the API; for a worker that of its metrics and health. */
  readonly url: string;
  readonly metricsUrl: string;
  readonly pid: number;
  /** The complete output. */
  logs(): string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Resolves when the app ends, to words that say how. */
  readonly exitMessage: Promise<string>;
}

export interface AppUnderTestOptions {
  readonly databaseUrl: string;
  /** Additional settings, which override the defaults. */
  readonly env?: Readonly<Record<string, string>>;
  /** `false` does not wait until the app is ready. */
  readonly ready?: boolean;
}

/** Starts the built API on a free port. It runs the files in `dist`: build first. */
export const startApi = (options: AppUnderTestOptions): Promise<AppUnderTest> => start('api', options);

/** Starts the built worker. */
export const startWorker = (options: AppUnderTestOptions): Promise<AppUnderTest> => start('worker', options);

async function start(
  app: App,
  { databaseUrl, env, ready = true }: AppUnderTestOptions,
): Promise<AppUnderTest> {
  const host = '127.0.0.1';
  const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
  const childEnv = {
    ...COMPILE_CACHE,
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    ROOT_API_KEY: rootApiKey,
    ENCRYPTION_KEY: encryptionKey,
    HOST: host,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DRAIN_DELAY: '0',
    // No rate limit: tests send more requests than any user.
    RATE_LIMIT: '0',
    ...env,
  };
  const metricsUrl = `http://${host}:${childEnv.METRICS_PORT}`;
  const url = app === 'api' ? `http://${host}:${childEnv.PORT}` : metricsUrl;
  let output = '';
  const child = AppProcess.start({
    app,
    env: childEnv,
    readyUrl: `${url}/health/ready`,
    onOutput: (text) => (output += text),
  });
  if (ready) {
    await child.waitUntilReady(MAX_START_MS).catch(async (cause: unknown) => {
      await child.kill();
      throw new Error(`The ${app} did not get ready. It printed:\n${output}`, { cause });
    });
  }
  return {
    url,
    metricsUrl,
    pid: child.pid,
    logs: () => output,
    stop: () => child.stop(),
    kill: () => child.kill(),
    exitMessage: child.exitMessage,
  };
}

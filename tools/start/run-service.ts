import { once } from 'node:events';
import { join } from 'node:path';
import type { App } from '#shared/platform/config/config.js';
import { loadDirectUrl } from '#shared/platform/config/env.js';
import { SHUTDOWN_TIMEOUT_MS } from '#shared/platform/lifecycle/stop-on-signal.js';
import { SupervisedApp } from './supervised-app.js';
import { openDatabase } from './database.js';
import { toDemoEnv } from '../demo/demo-env.js';
import { requireOwnDatabase } from '../demo/own-database.js';
import { demoGreeting, greeting } from './greeting.js';
import { signInLink } from './sign-in-link.js';
import { generateEncryptionKey, generateRootApiKey, readOrCreateKey } from './keys.js';
import { planStart, type Plan } from './plan.js';
import { findPort, waitForPort, localUrl } from './ports.js';

const READY_TIMEOUT_MS = 60_000;
// The processes of a start that was killed end by themselves, but keep their ports for a moment.
const PORT_TIMEOUT_MS = 2000;

/**
 * Runs database, API and worker until `signal` is aborted.
 * @param isDemo whether the domain `demo` is filled with a living example
 * @throws when one of them cannot start, or ends by itself
 */
export async function runService(
  env: NodeJS.ProcessEnv,
  isDemo: boolean,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  const plan = planStart(isDemo ? toDemoEnv(env) : env);
  const { http } = plan.config;
  // Shortened when the database is gone: without it the apps cannot finish any work.
  let stopTimeoutMs = http.drainDelayMs + SHUTDOWN_TIMEOUT_MS + 5000;
  const unexpectedExit = Promise.withResolvers<string>();
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const database = await openDatabase(plan, print, (reason) => {
      stopTimeoutMs = 3000;
      unexpectedExit.resolve(reason);
    });
    cleanups.push(database.stop);
    const keys = await makeKeys(plan);
    const { host, port: wanted } = http;
    const port = await waitForPort(host, wanted, PORT_TIMEOUT_MS);
    const [url, { migrateEverything }] = await Promise.all([database.start(), import('../migrations.js')]);
    signal.throwIfAborted();
    const directUrl = loadDirectUrl({ ...plan.env, DATABASE_URL: url });
    await migrateEverything(directUrl);
    if (isDemo && !plan.embedded) await requireOwnDatabase(directUrl);
    signal.throwIfAborted();

    const SPOOL_DIR = join(plan.dataDir, 'spool');
    const generatedEnv = { ...keys.env, DATABASE_URL: url, PORT: String(port) };
    const sharedEnv = { SPOOL_DIR, ...database.env, ...plan.env, ...generatedEnv };
    const apiMetricsPort = await findPort(host, plan.metricsPort, [port]);
    const workerMetricsPort = await findPort(host, apiMetricsPort + 1, [port, apiMetricsPort]);
    const launch = (app: App, metricsPort: number, readyPort: number) => {
      const readyUrl = `${localUrl(host, readyPort)}/health/ready`;
      const env = { ...sharedEnv, METRICS_PORT: String(metricsPort) };
      const child = new SupervisedApp({ app, env, readyUrl }, print);
      void child.exitMessage.then((exitMessage) => unexpectedExit.resolve(`The ${app} ${exitMessage}`));
      return child;
    };
    const apps = [
      launch('api', apiMetricsPort, port),
      launch('worker', workerMetricsPort, workerMetricsPort),
    ];
    cleanups.push(() => Promise.all(apps.map((app) => app.stop(stopTimeoutMs))));
    await Promise.all(apps.map((app) => app.waitUntilReady(READY_TIMEOUT_MS, signal)));
    const apiUrl = localUrl(host, port);
    const key = generatedEnv.ROOT_API_KEY ?? plan.env.ROOT_API_KEY;
    if (isDemo) {
      const stopDemo = new AbortController();
      const { startDemo } = await import('../demo/run-demo.js');
      const service = { url: apiUrl, key, databaseUrl: directUrl };
      // An app that ends while the history is written would leave it waiting for ever.
      void unexpectedExit.promise.then(() => stopDemo.abort());
      const demo = await startDemo(service, AbortSignal.any([signal, stopDemo.signal]), print).catch(
        async (error: unknown) => {
          if (stopDemo.signal.aborted) await waitForEnd(unexpectedExit.promise, signal);
          throw error;
        },
      );
      cleanups.push(() => {
        stopDemo.abort();
        return demo.end;
      });
    }
    const signIn = await signInLink(apiUrl, key);
    const greet = isDemo ? demoGreeting : greeting;
    print(greet({ url: apiUrl, signIn, rootKey: keys.root, data: database.location }));
    await waitForEnd(unexpectedExit.promise, signal);
  } finally {
    if (signal.aborted) print('Stopping.');
    for (const step of cleanups.reverse()) await step();
  }
}

async function waitForEnd(unexpectedExit: Promise<string>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const failure = unexpectedExit.then((reason) => {
    throw new Error(`${reason}. Everything is stopped.`);
  });
  await Promise.race([failure, once(signal, 'abort')]);
}

async function makeKeys({ dataDir, env }: Plan) {
  const root =
    env.ROOT_API_KEY === undefined
      ? await readOrCreateKey(dataDir, 'root-api-key', generateRootApiKey)
      : null;
  const encryption =
    env.ENCRYPTION_KEY === undefined
      ? await readOrCreateKey(dataDir, 'encryption-key', generateEncryptionKey)
      : null;
  return {
    root,
    env: {
      ...(root && { ROOT_API_KEY: root.value }),
      ...(encryption && { ENCRYPTION_KEY: encryption.value }),
    },
  };
}

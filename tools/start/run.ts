import { once } from 'node:events';
import { join } from 'node:path';
import type { App } from '#shared/platform/config/config.js';
import { loadDirectUrl } from '#shared/platform/config/env.js';
import { FINISH_MS } from '#shared/platform/lifecycle/stop-on-signal.js';
import { SupervisedApp } from './supervised-app.js';
import { openDatabase } from './database.js';
import { greeting } from './greeting.js';
import { signInLink } from './sign-in-link.js';
import { makeEncryptionKey, makeRootApiKey, storedKey } from './keys.js';
import { planStart, type Plan } from './plan.js';
import { anyPort, claimPort, localUrl } from './ports.js';

const readyTimeoutMs = 60_000;
// The processes of a start that was killed end by themselves, but keep their ports for a moment.
const portPatienceMs = 2000;

/** Runs database, API and worker until `signal` is aborted. @throws when one of them cannot start, or ends by itself */
export async function run(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const plan = planStart(env);
  const { http } = plan.config;
  // Shortened when the database is gone: without it the apps cannot finish any work.
  let patienceMs = http.drainDelayMs + FINISH_MS + 5000;
  const death = Promise.withResolvers<string>();
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const database = await openDatabase(plan, say, (reason) => {
      patienceMs = 3000;
      death.resolve(reason);
    });
    undo.push(database.stop);
    const keys = await makeKeys(plan);
    const { host, port: wanted } = http;
    const port = await claimPort(host, wanted, portPatienceMs);
    const [url, { migrateEverything }] = await Promise.all([database.start(), import('../migrations.js')]);
    signal.throwIfAborted();
    await migrateEverything(loadDirectUrl({ ...plan.env, DATABASE_URL: url }));
    signal.throwIfAborted();

    const SPOOL_DIR = join(plan.dataDir, 'spool');
    const made = { ...keys.env, DATABASE_URL: url, PORT: String(port) };
    const shared = { SPOOL_DIR, ...database.env, ...plan.env, ...made };
    const metrics = await anyPort(host, plan.metricsPort, [port]);
    const workerMetrics = await anyPort(host, metrics + 1, [port, metrics]);
    const launch = (app: App, metricsPort: number, readyPort: number) => {
      const readyUrl = `${localUrl(host, readyPort)}/health/ready`;
      const env = { ...shared, METRICS_PORT: String(metricsPort) };
      const child = new SupervisedApp({ app, env, readyUrl }, say);
      void child.ended.then((how) => death.resolve(`The ${app} ${how}`));
      return child;
    };
    const apps = [launch('api', metrics, port), launch('worker', workerMetrics, workerMetrics)];
    undo.push(() => Promise.all(apps.map((app) => app.stop(patienceMs))));
    await Promise.all(apps.map((app) => app.ready(readyTimeoutMs, signal)));
    const local = localUrl(host, port);
    const signIn = await signInLink(local, made.ROOT_API_KEY ?? plan.env.ROOT_API_KEY);
    say(greeting({ url: local, signIn, rootKey: keys.root, data: database.place }));
    await untilOver(death.promise, signal);
  } finally {
    if (signal.aborted) say('Stopping.');
    for (const step of undo.reverse()) await step();
  }
}

async function untilOver(death: Promise<string>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const dead = death.then((reason) => {
    throw new Error(`${reason}. Everything is stopped.`);
  });
  await Promise.race([dead, once(signal, 'abort')]);
}

async function makeKeys({ dataDir, env }: Plan) {
  const root =
    env.ROOT_API_KEY === undefined ? await storedKey(dataDir, 'root-api-key', makeRootApiKey) : null;
  const encryption =
    env.ENCRYPTION_KEY === undefined ? await storedKey(dataDir, 'encryption-key', makeEncryptionKey) : null;
  return {
    root,
    env: {
      ...(root && { ROOT_API_KEY: root.value }),
      ...(encryption && { ENCRYPTION_KEY: encryption.value }),
    },
  };
}

import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { loadConfig } from '#shared/platform/config/env.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { stopOnSignal } from '#shared/platform/lifecycle/stop-on-signal.js';
import { createWorker } from './create-worker.js';

export async function startWorker(env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env, 'worker');
  const worker = await createWorker(config);
  await worker.listen(config.metrics.port, config.http.host);
  const app = { drain: () => worker.get(Readiness).drain(), close: () => worker.close() };
  // Nobody sends the worker anything, so there is nothing to wait for before it stops.
  stopOnSignal(app, 0, config.shutdownTimeoutMs);
  new Logger('Worker').log(`working; health and metrics at ${await worker.getUrl()}`);
}

import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '#shared/platform/config/env.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { stopOnSignal } from '#shared/platform/lifecycle/stop-on-signal.js';
import { formatListenAddress, warnIgnoredSettings } from '#shared/platform/lifecycle/startup-log.js';
import { waitForMigrations } from '#shared/platform/lifecycle/wait-for-migrations.js';
import { startWatchdog } from '#shared/platform/watchdog/watchdog.js';
import type { Config } from '#shared/platform/config/config.js';
import { createLogger, PinoNestLogger } from '#shared/platform/logging/logger.js';
import { REQUIRED_MIGRATIONS, WorkerModule } from './worker.module.js';

export async function startWorker(env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env, 'worker');
  startWatchdog(config);
  await waitForMigrations(config, REQUIRED_MIGRATIONS);
  const worker = await createWorker(config);
  warnIgnoredSettings(env);
  await worker.listen(config.metrics.port, config.http.host);
  const app = { drain: () => worker.get(Readiness).drain(), close: () => worker.close() };
  // No load balancer sends requests to the worker, so it needs no delay before it stops.
  stopOnSignal(app, 0);
  new Logger('Worker').log(`working; health and metrics at ${formatListenAddress(worker.getHttpServer())}`);
}

/** Creates the worker. It starts to take jobs when `listen` is called, with its metrics port. */
export async function createWorker(config: Config): Promise<NestFastifyApplication> {
  return NestFactory.create<NestFastifyApplication>(WorkerModule.forRoot(config), new FastifyAdapter(), {
    logger: new PinoNestLogger(await createLogger(config)),
    abortOnError: false,
  });
}

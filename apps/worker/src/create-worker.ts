import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '#shared/platform/config/config.js';
import { createLogger, PinoNestLogger } from '#shared/platform/logging/logger.js';
import { WorkerModule } from './worker.module.js';

/** Creates the worker. It starts to take jobs when `listen` is called, with its metrics port. */
export async function createWorker(config: Config): Promise<NestFastifyApplication> {
  return NestFactory.create<NestFastifyApplication>(WorkerModule.forRoot(config), new FastifyAdapter(), {
    logger: new PinoNestLogger(await createLogger(config)),
    abortOnError: false,
  });
}

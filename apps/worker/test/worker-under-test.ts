import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '#shared/platform/config/env.js';
import { createWorker } from '../src/start-worker.js';

/** Starts the whole worker in the test process, with the database that `env` names. */
export async function startWorker(env: NodeJS.ProcessEnv): Promise<NestFastifyApplication> {
  const defaults = {
    METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
    ROOT_API_KEY: 'root-key-of-the-tests-with-32-characters',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const worker = await createWorker(loadConfig({ ...defaults, ...env }, 'worker'));
  await worker.listen(0, '127.0.0.1');
  return worker;
}

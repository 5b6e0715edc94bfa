import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { loadConfig } from '#shared/platform/config/env.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { stopOnSignal } from '#shared/platform/lifecycle/stop-on-signal.js';
import { formatListenAddress, warnIgnoredSettings } from '#shared/platform/lifecycle/startup-log.js';
import { waitForMigrations } from '#shared/platform/lifecycle/wait-for-migrations.js';
import { startWatchdog } from '#shared/platform/watchdog/watchdog.js';
import { REQUIRED_MIGRATIONS } from './api.module.js';
import { createApi } from './create-api.js';

export async function startApi(env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env, 'api');
  startWatchdog(config);
  await waitForMigrations(config, REQUIRED_MIGRATIONS);
  const api = await createApi(config);
  warnIgnoredSettings(env);
  const { host, port, publicUrl, drainDelayMs } = config.http;
  await api.listen(port, host);
  const app = { drain: () => api.get(Readiness).drain(), close: () => api.close() };
  stopOnSignal(app, drainDelayMs);
  new Logger('Api').log(
    `listening on ${formatListenAddress(api.getHttpServer())}; senders reach it at ${publicUrl}`,
  );
}

import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import type { Config } from '../config/config.js';
import { createLogger, PinoNestLogger } from '../logging/logger.js';
import { isDatabaseUnavailable } from '../persistence/database-unavailable.js';
import { findPendingMigrations, type ContextMigrations } from '../persistence/migrate.js';
import { isQueueSchemaCurrent } from '../queue/queue-pool.js';

/** Milliseconds between two checks: the first and the longest pause. The service starts at most that long after the migration. */
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Resolves when the database has the migrations that this release needs. Until then nothing of the app is started:
 * `/health/live` answers 200, everything else 503. It does not wait for a database that is unavailable at the start.
 * @throws if the database refuses the connection
 */
export async function waitForMigrations(
  config: Config,
  contexts: readonly ContextMigrations[],
): Promise<void> {
  const pool = new Pool({
    connectionString: config.database.url,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  }).on('error', () => undefined);
  const check = () => describeMissing(pool, contexts, config.queue.redisUrl === null);
  try {
    const missing = await check().catch(ignoreUnavailable);
    if (missing !== undefined) await serveUntilMigrated(config, missing, check);
  } finally {
    await pool.end();
  }
}

/** @throws errors that waiting does not solve */
function ignoreUnavailable(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error;
}

/** Returns what the database lacks; `undefined` if it lacks nothing. */
async function describeMissing(
  pool: Pool,
  contexts: readonly ContextMigrations[],
  withQueues: boolean,
): Promise<string | undefined> {
  const { length } = await findPendingMigrations(pool, contexts);
  if (length > 0) return `The database lacks ${length} migrations`;
  return withQueues && !(await isQueueSchemaCurrent(pool))
    ? 'The database lacks the tables of the queues'
    : undefined;
}

async function serveUntilMigrated(
  config: Config,
  first: string,
  check: () => Promise<string | undefined>,
): Promise<void> {
  Logger.overrideLogger(new PinoNestLogger(await createLogger(config)));
  const logger = new Logger('Migrations');
  logger.warn(`${first}: waiting for somebody to run the migration`);
  let missing: string | undefined = first;
  const port = config.app === 'api' ? config.http.port : config.metrics.port;
  const server = createServer(createPendingHandler(() => missing ?? first));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, config.http.host, resolve);
  });
  // There is no work in progress to finish.
  const stop = () => process.exit();
  process.once('SIGTERM', stop).once('SIGINT', stop);
  for (let pause = MIN_PAUSE_MS; missing !== undefined; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    await sleep(pause);
    missing = await check().catch(() => 'The database does not answer');
  }
  process.off('SIGTERM', stop).off('SIGINT', stop);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  logger.log('the database is migrated: starting');
}

/** Answers as the app does while migrations are pending. */
function createPendingHandler(obstacle: () => string): RequestListener {
  return ({ url = '/' }, response) => {
    if (url.split('?', 1)[0] === '/health/live') {
      response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
      return;
    }
    const problem = {
      type: '/docs/errors/ERROR_UNAVAILABLE',
      title: 'Service Unavailable',
      status: 503,
      detail: obstacle(),
      instance: randomUUID(),
      code: 'ERROR_UNAVAILABLE',
    };
    response
      .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '5', connection: 'close' })
      .end(JSON.stringify(problem));
  };
}

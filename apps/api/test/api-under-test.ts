import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { InjectOptions } from 'fastify';
import type { Config } from '#shared/platform/config/config.js';
import { loadConfig } from '#shared/platform/config/env.js';
import { createTestDatabase } from '#test/database.js';
import { createApi } from '../src/create-api.js';

export const ROOT_API_KEY = 'root-key-of-the-tests-with-32-characters';

export interface ApiResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: Body;
}

export interface ApiUnderTest {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly databaseUrl: string;
  /** `key: null` sends none; the default is the root key. */
  call<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS',
    path: string,
    options?: { body?: unknown; key?: string | null; headers?: Record<string, string> },
  ): Promise<ApiResponse<Body>>;
  close(): Promise<void>;
}

/** Starts the whole API in the test process, on a free port, with its own database or the one of `DATABASE_URL`. */
export async function startApi(
  env: NodeJS.ProcessEnv = {},
  limits?: Parameters<typeof createApi>[1],
  /** Changes parts of the configuration that no environment variable sets. */
  changeConfig: (config: Config) => Config = (config) => config,
): Promise<ApiUnderTest> {
  const database = env.DATABASE_URL ? undefined : await createTestDatabase();
  const databaseUrl = env.DATABASE_URL ?? database?.url ?? '';
  const defaults = { PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ROOT_API_KEY };
  // Tests send many requests. Those that test the rate limit set it themselves.
  const unlimited = { RATE_LIMIT: '0' };
  const ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
  const settings = { ...defaults, ...unlimited, ENCRYPTION_KEY, DATABASE_URL: databaseUrl, ...env };
  const app = await createApi(changeConfig(loadConfig(settings, 'api')), limits);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    app,
    url,
    databaseUrl,
    call: async (method, path, { body, key = ROOT_API_KEY, headers = {} } = {}) => {
      const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
      const payload =
        body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const request: InjectOptions = {
        method,
        url: path,
        headers: { ...authorization, ...headers },
        payloadAsStream: true,
      };
      const response = await app.inject(payload === undefined ? request : { ...request, payload });
      const type = String(response.headers['content-type']);
      const content = await readBody(response.stream(), type);
      const isJson = type.includes('json');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson ? JSON.parse(content) : content,
      };
    },
    close: async () => {
      await app.close();
      await database?.drop();
    },
  };
}

/** Reads a body. A stream of events never ends, so it is closed without being read. */
async function readBody(stream: Readable, type: string): Promise<string> {
  if (!type.includes('event-stream')) return text(stream);
  stream.destroy();
  return '';
}

import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const DAY_SECONDS = 86_400;

/** Lets pages of these origins call the API. Without credentials: a key travels in a header, never in a cookie. */
export function allowBrowsers(app: NestFastifyApplication, origins: readonly string[]): void {
  app.enableCors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'last-event-id',
      'prefer',
      'x-request-id',
    ],
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'preference-applied',
      'www-authenticate',
    ],
    maxAge: DAY_SECONDS,
  });
}

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

const DAY_SECONDS = 86_400;

/** Lets pages of these origins call the API (CORS). Cookies are not allowed: such pages send an API key in a header. */
export function enableCors(app: NestFastifyApplication, origins: readonly string[]): void {
  const preflightOptions = {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'last-event-id',
      'prefer',
      'x-request-id',
    ],
    exposedHeaders: [
      'etag',
      'link',
      'location',
      'x-request-id',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'preference-applied',
      'www-authenticate',
    ],
    maxAge: DAY_SECONDS,
  };
  // Otherwise every OPTIONS would be answered as a preflight, including the handshake of a sender.
  const requestOptions = { ...preflightOptions, preflight: false };
  app.enableCors({
    delegator: (request, done) => done(null, isPreflight(request) ? preflightOptions : requestOptions),
  });
}

/** Whether the request is the CORS preflight of a browser. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}

import { str, type CleanedEnv } from 'envalid';
import type { HttpConfig } from './config.js';
import { oneOf, origins, proxies, urlOf, wholeNumber } from './validators.js';

const mebibyte = 1024 * 1024;

export const httpSettings = {
  HOST: str({ default: '0.0.0.0' }),
  PORT: { ...wholeNumber(0, 65_535), default: 3000 },
  PUBLIC_URL: { ...urlOf(['http:', 'https:'], 'https://tocsin.example.com'), default: undefined },
  DOCS_ACCESS: { ...oneOf(['public', 'key'] as const), default: 'public' as const },
  BODY_LIMIT: { ...wholeNumber(1024, 256 * mebibyte), default: mebibyte },
  DRAIN_DELAY: { ...wholeNumber(0, 600), default: 5 },
  TRUST_PROXY: { ...proxies, default: false as const },
  CORS_ORIGINS: { ...origins, default: [] as readonly string[] },
  HEADERS_TIMEOUT: { ...wholeNumber(1, 600), default: 15 },
  REQUEST_TIMEOUT: { ...wholeNumber(1, 600), default: 60 },
  // Longer than load balancers keep theirs (60 s mostly), so that none sends into a connection that just ended.
  KEEP_ALIVE_TIMEOUT: { ...wholeNumber(1, 600), default: 72 },
  RATE_LIMIT: { ...wholeNumber(0, 10_000_000), default: 6000 },
  RATE_LIMIT_ROOT: { ...wholeNumber(0, 10_000_000), default: 0 },
  RATE_LIMIT_FAILED_AUTH: { ...wholeNumber(0, 10_000_000), default: 60 },
};

export function readHttp(given: CleanedEnv<typeof httpSettings>): HttpConfig {
  return {
    host: given.HOST,
    port: given.PORT,
    publicUrl: (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, ''),
    bodyLimit: given.BODY_LIMIT,
    docsAccess: given.DOCS_ACCESS,
    drainDelayMs: given.DRAIN_DELAY * 1000,
    trustProxy: given.TRUST_PROXY,
    corsOrigins: given.CORS_ORIGINS,
    timeouts: {
      headersMs: Math.min(given.HEADERS_TIMEOUT, given.REQUEST_TIMEOUT) * 1000,
      requestMs: given.REQUEST_TIMEOUT * 1000,
      keepAliveMs: given.KEEP_ALIVE_TIMEOUT * 1000,
    },
    rateLimits: {
      perKey: given.RATE_LIMIT,
      ofRootKey: given.RATE_LIMIT_ROOT,
      failedAuthentication: given.RATE_LIMIT_FAILED_AUTH,
    },
  };
}

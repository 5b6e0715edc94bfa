import { str, type CleanedEnv } from 'envalid';
import type { HttpConfig } from './config.js';
import { MEBIBYTE, oneOf, origins, proxies, urlOf, wholeNumber } from './validators.js';

export const httpSettings = {
  HOST: {
    ...str(),
    default: '0.0.0.0',
    desc: 'the address to listen on; for a worker, that of metrics and health',
  },
  PORT: { ...wholeNumber(0, 65_535), default: 3000, desc: 'the port of the API' },
  PUBLIC_URL: {
    ...urlOf(['http:', 'https:'], 'https://tocsin.example.com'),
    default: undefined,
    desc: 'the address where senders reach the API, part of every webhook URL; http://localhost and PORT by default. Messages have links to act on alerts only if it is set',
  },
  DOCS_ACCESS: {
    ...oneOf(['public', 'key'] as const),
    default: 'public' as const,
    desc: 'key: the documentation requires an API key',
  },
  MCP: {
    ...oneOf(['off', 'on'] as const),
    default: 'off' as const,
    desc: 'on: the API answers assistants at /mcp with the Model Context Protocol, with API keys, and changes nothing',
  },
  BODY_LIMIT: {
    ...wholeNumber(1024, 256 * MEBIBYTE),
    default: 8 * MEBIBYTE,
    desc: 'maximum bytes of the body of a delivery, that is at the URLs of webhooks, after decompression; a larger one gets 413, and most senders then drop its alarms. Other requests have limits of their own',
  },
  TRUST_PROXY: {
    ...proxies,
    default: false as const,
    desc: 'the proxies whose X-Forwarded-For, -Host and -Proto are trusted',
  },
  CORS_ORIGINS: {
    ...origins,
    default: [] as readonly string[],
    desc: 'origins that may call the API from a browser',
  },
  RATE_LIMIT: {
    ...wholeNumber(0, 10_000_000),
    default: 6000,
    desc: 'maximum requests a minute to the management API with one API key, for each process; the root key has no limit. A hundredth of it is the maximum of requests with invalid credentials from one address; more are delayed or refused with 429. A tenth of it is the maximum of requests for pages and documents from one address. 0 disables these limits',
  },
  DRAIN_DELAY: {
    ...wholeNumber(0, 600),
    default: 5,
    desc: 'seconds after SIGTERM in which an API still accepts requests, so that load balancers notice; the process exits at most 20 seconds later',
  },
};

export function toHttpConfig(env: CleanedEnv<typeof httpSettings>): HttpConfig {
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, ''),
    isPublicUrlSet: env.PUBLIC_URL !== undefined,
    bodyLimit: env.BODY_LIMIT,
    docsAccess: env.DOCS_ACCESS,
    mcp: env.MCP === 'on',
    drainDelayMs: env.DRAIN_DELAY * 1000,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    // Programs with valid credentials send about a hundred times as many requests as honest mistakes cause.
    rateLimits: { perKey: env.RATE_LIMIT, failedAuthentication: Math.ceil(env.RATE_LIMIT / 100) },
  };
}

import type { IncomingMessage, Server } from 'node:http';
import { Logger } from '@nestjs/common';

/**
 * Warns once if requests come through a proxy that is not configured: then rate limits and audit log see one address for all
 * callers. Only a log line, because a client may have made up the header.
 */
export function warnOfProxy(server: Server): void {
  const checkRequest = ({ headers }: IncomingMessage) => {
    if (headers['x-forwarded-for'] === undefined) return;
    server.off('request', checkRequest);
    new Logger('Http').warn(
      'requests come with X-Forwarded-For and TRUST_PROXY is not set, so that limits and the audit log take the proxy for the caller: set TRUST_PROXY to the addresses of your proxies, or to how many there are',
    );
  };
  server.on('request', checkRequest);
}

import type { IncomingMessage, Server } from 'node:http';
import { Logger } from '@nestjs/common';

/**
 * Says once that somebody is in front of this process whom it was not told of: then all callers have one address, in the
 * limits and in the audit log. It is nobody's fault where a client made the header up, so that it is no more than a line.
 */
export function warnOfProxy(server: Server): void {
  const look = ({ headers }: IncomingMessage) => {
    if (headers['x-forwarded-for'] === undefined) return;
    server.off('request', look);
    new Logger('Http').warn(
      'requests come with X-Forwarded-For and TRUST_PROXY is not set, so that limits and the audit log take the proxy for the caller: set TRUST_PROXY to the addresses of your proxies, or to how many there are',
    );
  };
  server.on('request', look);
}

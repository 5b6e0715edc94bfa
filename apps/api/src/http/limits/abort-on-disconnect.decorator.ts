import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/**
 * Aborted when the caller is gone before the answer. (The request's own signal tells of a request that was read to its
 * end as well.)
 */
export const AbortOnDisconnect = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal => {
    const { raw } = context.switchToHttp().getResponse<FastifyReply>();
    const gone = new AbortController();
    raw.once('close', () => {
      if (!raw.writableFinished) gone.abort();
    });
    return gone.signal;
  },
);

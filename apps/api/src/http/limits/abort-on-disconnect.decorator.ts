import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/**
 * A signal that is aborted when the caller disconnects before the response is sent. (The signal of the request itself also
 * fires when the request was merely read to its end.)
 */
export const AbortOnDisconnect = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal => {
    const { raw } = context.switchToHttp().getResponse<FastifyReply>();
    const controller = new AbortController();
    raw.once('close', () => {
      if (!raw.writableFinished) controller.abort();
    });
    return controller.signal;
  },
);

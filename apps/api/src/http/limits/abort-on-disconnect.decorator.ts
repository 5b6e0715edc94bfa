import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Injects {@link createDisconnectSignal}. */
export const AbortOnDisconnect = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal =>
  createDisconnectSignal(context.switchToHttp().getResponse<FastifyReply>()),
);

/**
 * Returns a signal that is aborted when the caller disconnects before the response is sent. (The signal of the request itself
 * also fires when the request was merely read to its end.)
 */
export function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

import { Logger } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { AcceptDelivery } from '#monitoring';
import { DomainError } from '#shared/kernel/domain-error.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { postedBy, type AdmittedRequest } from '../delivery.controller.js';

/**
 * A body that is not what its Content-Encoding says is refused before it reaches its route. Where it was posted to a
 * webhook its beginning is kept, as of every other that cannot be read, while the sender is told.
 */
export function keepUninflatable(commands: CommandBus) {
  const logger = new Logger('Deliveries');
  return (request: FastifyRequest, encoding: string): void => {
    const { admitted, received, params } = request as Partial<AdmittedRequest> & typeof request;
    if (admitted === undefined || received === undefined) return;
    const posted = { ...postedBy(request as AdmittedRequest, ''), body: received() };
    const unreadable = `the body is not ${encoding}, as its Content-Encoding says`;
    const { access_key } = params as AdmittedRequest['params'];
    commands
      .execute(new AcceptDelivery(admitted, access_key, { ...posted, unreadable }))
      .catch((error: unknown) => {
        const { webhook_id, domain_id: domain } = admitted;
        if (!(error instanceof DomainError))
          logger.warn(`not kept: ${messageOf(error)}`, { webhook_id, domain });
      });
  };
}

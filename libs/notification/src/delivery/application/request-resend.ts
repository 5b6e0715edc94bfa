import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { requireCondition } from '#shared/query/require-condition.js';
import { ResendRequests } from './ports/resend-requests.js';

/** Requests that a worker resends the notifications that a query finds. Resolves to the id of the resend. */
export class RequestResend extends Command<string> {
  constructor(
    readonly scope: Scope,
    /** A query of the query language. */
    readonly query: object,
    /** Whether a query without conditions is meant. */
    readonly all?: boolean,
  ) {
    super();
  }
}

@CommandHandler(RequestResend)
export class RequestResendHandler implements ICommandHandler<RequestResend> {
  constructor(private readonly requests: ResendRequests) {}

  execute({ scope, query, all }: RequestResend): Promise<string> {
    requireCondition(query, all, { k: 'state', v: 'FAILED', o: 'eq' });
    return this.requests.add(scope, query);
  }
}

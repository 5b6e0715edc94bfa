import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { isObject } from '#shared/kernel/json.js';
import type { Scope } from '#shared/kernel/scope.js';
import { ResendRequests } from './ports/resend-requests.js';

/** Requests that a worker resends the notifications that a query finds. Resolves to the id of the resend. */
export class RequestResend extends Command<string> {
  constructor(
    readonly scope: Scope,
    /** A query of the query language. */
    readonly query: object,
  ) {
    super();
  }
}

@CommandHandler(RequestResend)
export class RequestResendHandler implements ICommandHandler<RequestResend> {
  constructor(private readonly requests: ResendRequests) {}

  execute({ scope, query }: RequestResend): Promise<string> {
    // An empty query would resend everything that was ever sent, which is hardly intended.
    if (isObject(query) && Object.values(query).every(isEmpty))
      throw DomainError.invalid(
        'query',
        'must have a condition, such as {"k":"state","v":"FAILED","o":"eq"}',
      );
    return this.requests.add(scope, query);
  }
}

function isEmpty(part: unknown): boolean {
  return part === undefined || part === null || part === '' || (Array.isArray(part) && part.length === 0);
}

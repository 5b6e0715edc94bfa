import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createScope, type Caller, type Scope } from '#shared/kernel/scope.js';
import { getClientAddress } from '../auth/client-address.js';
import { parseIfMatch } from './if-match.js';
import type { Credential } from '../auth/credentials.js';
import { mergeRequest } from './merge-request.js';
import { OPERATION_METADATA, type Operation } from '../../docs/operation.decorator.js';
import type { QueryString } from '../query/request-query.js';
import { validateMessage } from './validate-message.js';

/** A request with the results of the guard (caller, credential) and of merging its parts (message). */
export interface ApiRequest extends FastifyRequest {
  caller?: Caller;
  credential?: Credential | undefined;
  message?: object;
}

/** Injects the request message: merged from path, query string and body, and validated. */
export const Message = createParamDecorator((_: unknown, context: ExecutionContext): object =>
  getMessage(context),
);

/**
 * Injects the domain and user that the request acts for, from the caller's key and the request's domain_id. `any domain` is
 * for records without a domain, such as plugins: for them the root key need not name one.
 */
export const CallerScope = createParamDecorator(
  (domainRule: 'any domain' | undefined, context: ExecutionContext): Scope => getScope(context, domainRule),
);

export function getScope(context: ExecutionContext, domainRule?: 'any domain'): Scope {
  const request = context.switchToHttp().getRequest<ApiRequest>();
  const { caller } = request;
  if (!caller) throw new Error('A route that asks for the scope cannot be open');
  const { domain_id } = getMessage(context) as { domain_id?: string };
  const scope = createScope(
    caller,
    domain_id ?? (domainRule === 'any domain' && caller.root ? '' : undefined),
  );
  const action = context.getHandler().name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const api_key_id = caller.root ? null : caller.api_key_id;
  const expected = getOperation(context).version && parseIfMatch(request.headers['if-match']);
  const origin = { action, api_key_id, address: getClientAddress(request) };
  return { ...scope, ...(expected ? { expected } : {}), origin };
}

/** Injects the body as bytes; empty if there was none. */
export const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): Buffer =>
    context.switchToHttp().getRequest<{ body: Buffer }>().body,
);

export function getMessage(context: ExecutionContext): object {
  const request = context.switchToHttp().getRequest<ApiRequest>();
  request.message ??= parseMessage(getOperation(context), request);
  return request.message;
}

function getOperation(context: ExecutionContext): Operation {
  return Reflect.getMetadata(OPERATION_METADATA, context.getHandler()) as Operation;
}

// The body is parsed only after the guard, so that a caller without a key only learns that the key is missing.
function parseMessage(operation: Operation, request: ApiRequest): object {
  const fields = mergeRequest(operation, {
    params: request.params as Record<string, string>,
    query: request.query as QueryString,
    body: request.body as Buffer,
    contentType: request.headers['content-type'],
  });
  return operation.request ? validateMessage(operation.request, fields) : fields;
}

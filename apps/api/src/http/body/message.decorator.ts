import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { scopeOf, type Caller, type Scope } from '#shared/kernel/scope.js';
import { clientAddress } from '../auth/client-address.js';
import { expectedVersions } from './if-match.js';
import type { Credential } from '../auth/credentials.js';
import { mergeRequest } from './merge-request.js';
import { OPERATION, type Operation } from '../../docs/operation.decorator.js';
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
  messageIn(context),
);

/**
 * Injects the domain and user that the request acts for, from the caller's key and the request's domain_id. `any domain` is
 * for records without a domain, such as plugins: for them the root key need not name one.
 */
export const CallerScope = createParamDecorator(
  (of: 'any domain' | undefined, context: ExecutionContext): Scope => scopeIn(context, of),
);

export function scopeIn(context: ExecutionContext, of?: 'any domain'): Scope {
  const request = context.switchToHttp().getRequest<ApiRequest>();
  const { caller } = request;
  if (!caller) throw new Error('A route that asks for the scope cannot be open');
  const { domain_id } = messageIn(context) as { domain_id?: string };
  const scope = scopeOf(caller, domain_id ?? (of === 'any domain' && caller.root ? '' : undefined));
  const action = context.getHandler().name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const api_key_id = caller.root ? null : caller.api_key_id;
  const expected = operationIn(context).version && expectedVersions(request.headers['if-match']);
  const origin = { action, api_key_id, address: clientAddress(request) };
  return { ...scope, ...(expected ? { expected } : {}), origin };
}

/** Injects the body as bytes; empty if there was none. */
export const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): Buffer =>
    context.switchToHttp().getRequest<{ body: Buffer }>().body,
);

export function messageIn(context: ExecutionContext): object {
  const http = context.switchToHttp().getRequest<ApiRequest>();
  http.message ??= parse(operationIn(context), http);
  return http.message;
}

function operationIn(context: ExecutionContext): Operation {
  return Reflect.getMetadata(OPERATION, context.getHandler()) as Operation;
}

// The body is parsed only after the guard, so that a caller without a key only learns that the key is missing.
function parse(operation: Operation, http: ApiRequest): object {
  const fields = mergeRequest(operation, {
    params: http.params as Record<string, string>,
    query: http.query as QueryString,
    body: http.body as Buffer,
    contentType: http.headers['content-type'],
  });
  return operation.request ? validateMessage(operation.request, fields) : fields;
}

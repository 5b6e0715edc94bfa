import { isDeepStrictEqual } from 'node:util';
import {
  createParamDecorator,
  type ExecutionContext,
  type Type as Class,
  type CallHandler,
  type NestInterceptor,
} from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { DomainError, type FieldError } from '#shared/kernel/domain-error.js';
import { createScope, type Caller, type Scope } from '#shared/kernel/scope.js';
import { CALLER_ID_PATTERN } from '#shared/kernel/ids.js';
import { requireSameIds } from '#shared/platform/persistence/answer-from-transaction.js';
import {
  OPERATION_METADATA,
  type Operation,
  usesQueryString,
  takesRecordBack,
} from '../../docs/operation.decorator.js';
import { getClientAddress, type Credential } from '../auth/caller.js';
import { expandFilterTexts } from '../query/condition-fields.js';
import {
  type QueryString,
  parseQuery,
  createUnknownFieldsError,
  describeUnknownField,
} from '../query/request-query.js';
import { parseIfMatch } from '../responses/apply-response-headers.js';
import { getFields, type Field } from './field.js';
import { parseBody, requireStorable } from './request-body.js';

/** A request with the results of the guard (caller, credential) and of merging its parts (message). */
export interface ApiRequest extends FastifyRequest {
  caller?: Caller;
  credential?: Credential | undefined;
  message?: object;
  /** The ids in the message that an update does not change. */
  givenIds?: Readonly<Record<string, unknown>>;
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
  const readOnly = findReadOnlyFields(operation);
  const entries = Object.entries(fields);
  const ids = entries.filter(([name]) => {
    const field = readOnly.get(name);
    return field !== undefined && isIdentity(field);
  });
  if (ids.length > 0) request.givenIds = Object.fromEntries(ids);
  const taken = Object.fromEntries(entries.filter(([name]) => !readOnly.has(name)));
  return operation.request ? validateMessage(operation.request, taken) : taken;
}

interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryString;
  readonly body: Buffer;
  readonly contentType?: string | undefined;
}

/** Merges the fields of path, query string and body. A field that is given twice must have the same value. */
export function mergeRequest(operation: Operation, parts: RequestParts): Record<string, unknown> {
  const { method, request, rawBody } = operation;
  if (!request) return {};
  const merged: Record<string, unknown> = {};
  const addFields = (fields: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(fields)) {
      if (Object.hasOwn(merged, name) && !isDeepStrictEqual(merged[name], value)) {
        throw DomainError.invalid(name, 'is given twice with different values');
      }
      merged[name] = value;
    }
  };
  addFields(parts.params);
  addFields(parseQuery(parts.query, request));
  if (!usesQueryString(operation)) requireOnlyDomain(parts.query);
  requireStorable(merged, '');
  if (rawBody === undefined && method !== 'GET') addFields(parseBody(parts.body, parts.contentType));

  const fields = new Map(getFields(request).map((each) => [each.name, each]));
  const readOnly = findReadOnlyFields(operation);
  const unknownNames = Object.keys(merged).filter((name) => !fields.has(name) && !readOnly.has(name));
  if (unknownNames.length > 0) throw createUnknownFieldsError(unknownNames, request);
  const presentFields = Object.entries(merged).filter(([name, value]) => {
    // In an update null could mean "remove", so it is rejected there; elsewhere it can only mean "not given".
    return value !== null || method === 'PUT' || fields.get(name)?.nullable;
  });
  return Object.fromEntries(presentFields);
}

function requireOnlyDomain(query: QueryString): void {
  const other = Object.keys(query).find((name) => name !== 'domain_id');
  if (other !== undefined) {
    throw DomainError.invalid(other, 'belongs in the JSON body, not in the query string');
  }
}

/**
 * Returns the fields of a record, by name, that an update takes and does not change: a client may send back what it was given. They
 * are those of the response which the request does not have.
 */
function findReadOnlyFields(operation: Operation): ReadonlyMap<string, Field> {
  const { request, response } = operation;
  if (!takesRecordBack(operation) || request === undefined || response === undefined) return new Map();
  const taken = new Set(getFields(request).map(({ name }) => name));
  const others = getFields(response).filter(({ name }) => !taken.has(name));
  return new Map(others.map((field) => [field.name, field]));
}

/** Whether a field says which record it is, or what it belongs to. Other ids, such as that of an open alert, come and go. */
const isIdentity = ({ name, nullable, schema }: Field): boolean =>
  name.endsWith('_id') && (!nullable || ('pattern' in schema && schema.pattern === CALLER_ID_PATTERN.source));

/**
 * Refuses an update that has an id which is not that of the record: it would not do what it says. Other fields that an update does
 * not change are ignored, as many of them change by themselves.
 */
export class RecordTakenBackInterceptor implements NestInterceptor<unknown, unknown> {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (request.method !== 'PUT') return next.handle();
    getMessage(context);
    const { givenIds } = request;
    if (givenIds === undefined) return next.handle();
    return from(requireSameIds(givenIds, () => lastValueFrom(next.handle())));
  }
}

/** @throws DomainError that names every invalid field */
export function validateMessage<T extends object>(request: Class<T>, fields: Record<string, unknown>): T {
  const message = plainToInstance(request, expandFilterTexts(request, fields));
  const problems = validateSync(message, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
  }).flatMap((error) => collectProblems(error, ''));
  if (problems.length === 0) return message;
  const errors = problems.map(({ field, reason }) => ({ field, reason }));
  throw new DomainError(
    chooseCode(problems),
    'invalid',
    errors.map(({ field, reason }) => `${field} ${reason}`).join('; '),
    {
      errors,
    },
  );
}

interface FieldProblem extends FieldError {
  readonly missing: boolean;
}

function collectProblems(error: ValidationError, parent: string): readonly FieldProblem[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const { required, whitelistValidation, field: reason } = error.constraints ?? {};
  if (required !== undefined) return [{ field, reason: required, missing: true }];
  if (whitelistValidation !== undefined) {
    const owner = error.target?.constructor as Class<object>;
    return [{ field, reason: describeUnknownField(owner, field), missing: false }];
  }
  if (reason !== undefined) return [{ field, reason, missing: false }];
  return (error.children ?? []).flatMap((child) => collectProblems(child, field));
}

function chooseCode(problems: readonly FieldProblem[]) {
  if (problems.some(({ missing }) => missing)) return 'ERROR_REQUIRED_PARAMETER';
  return problems.every(({ field }) => field.startsWith('query.'))
    ? 'ERROR_INVALID_QUERY'
    : 'ERROR_INVALID_PARAMETER';
}

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

const MAX_WAIT_SECONDS = 30;

/**
 * Returns the seconds of `Prefer: wait=N` (RFC 7240), at most 30; `undefined` if there is none. Malformed preferences are
 * ignored, as the RFC requires.
 */
export function parsePreferWait(header: string | readonly string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const preferences = [header].flat().flatMap((line) => line.split(','));
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1];
    // If there are several, the first one counts.
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return undefined;
}

/** Returns the domain of a request, for the log: that of its key or webhook, or the one that the root key names. */
export function getRequestDomain(request: FastifyRequest): string | undefined {
  const { caller, message, admitted } = request as ApiRequest & { admitted?: { readonly domain_id: string } };
  if (caller?.root === false) return caller.domain_id;
  const { domain_id } = (message ?? {}) as { readonly domain_id?: string };
  return admitted?.domain_id ?? domain_id;
}

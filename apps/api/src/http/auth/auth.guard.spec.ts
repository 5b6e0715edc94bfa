import { Controller, Get, type ExecutionContext } from '@nestjs/common';
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import type { QueryBus } from '@nestjs/cqrs';
import createFastify from 'fastify';
import { describe, expect, it, vi, type Mock } from 'vitest';
import { Authenticate, AuthenticateSession } from '#identity';
import type { Caller } from '#shared/kernel/scope.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { AuthGuard, PermissionChecker } from './auth.guard.js';
import { Cookies } from './cookies.js';
import { FailedAuthentications } from './failed-authentications.js';
import type { Refusals } from './refusals.js';
import type { ApiRequest } from '../body/message.decorator.js';
import { Operation, OPERATION_METADATA } from '../../docs/operation.decorator.js';
import { RequestLimits } from '../limits/request-limits.js';

const viewer: Caller = { root: false, api_key_id: 'k', domain_id: 'd', user_id: 'u', role: 'VIEWER' };
/** The clock of the database, which is far ahead of the one of this machine. */
const CLOCK = { now: () => new Date('2100-01-01T12:00:00.000Z') };

async function runGuard(
  operation: Partial<Operation> | undefined,
  authorization?: string,
  docsAccess: 'public' | 'key' = 'public',
) {
  const execute = vi.fn(({ key }: Authenticate) => Promise.resolve(key === 'good' ? viewer : undefined));
  return runGuardWith(execute, operation, authorization === undefined ? {} : { authorization }, docsAccess);
}

async function runGuardWith(
  execute: Mock,
  operation: Partial<Operation> | undefined,
  headers: Record<string, string>,
  docsAccess: 'public' | 'key' = 'public',
) {
  const noLimits = { perKey: 0, failedAuthentication: 0 };
  const refusals = { addFailure: () => Promise.resolve() } as unknown as Refusals;
  const failures = new FailedAuthentications(noLimits, refusals, new Metrics());
  const queries = { execute } as unknown as QueryBus;
  const guard = new AuthGuard(
    queries,
    new RequestLimits(noLimits),
    failures,
    new Cookies(false),
    CLOCK,
    docsAccess,
  );
  const handler = () => undefined;
  if (operation) Reflect.defineMetadata(OPERATION_METADATA, operation, handler);
  const fastify = createFastify();
  guard.observeRoutes(fastify);
  let caller: Caller | undefined;
  fastify.setErrorHandler((error: { code: string }, request: ApiRequest, reply) => {
    caller = request.caller;
    return reply.send({ answer: error.code });
  });
  fastify.get('/', { config: { operation: operation as Operation } }, (request: ApiRequest) => {
    caller = request.caller;
    const context = { getHandler: () => handler, switchToHttp: () => ({ getRequest: () => request }) };
    return { answer: guard.canActivate(context as unknown as ExecutionContext) };
  });
  const response = await fastify.inject({ url: '/', headers });
  const { answer } = response.json<{ answer: unknown }>();
  return {
    answer,
    caller,
    asked: execute.mock.calls.length,
    challenge: response.headers['www-authenticate'],
  };
}

describe('AuthGuard', () => {
  it('rejects every request to a route without a declared permission', async () => {
    expect(await runGuard(undefined, 'Bearer good')).toMatchObject({ answer: false, asked: 0 });
  });

  it.each([
    ['2100-01-01T11:51:00.000Z', true],
    ['2100-01-01T12:09:00.000Z', true],
    ['2100-01-01T11:49:00.000Z', 'ERROR_SIGN_IN_AGAIN'],
    ['2100-01-01T12:11:00.000Z', 'ERROR_SIGN_IN_AGAIN'],
  ])('compares a sign-in of %s with the clock of the database', async (created_at, answer) => {
    const execute = vi.fn((query: object) =>
      Promise.resolve(query instanceof AuthenticateSession ? viewer : { created_at }),
    );
    const operation = { permission: 'session', needsRecentSignIn: true } as const;
    const headers = { cookie: 'tocsin_session=x' };
    expect(await runGuardWith(execute, operation, headers)).toMatchObject({ answer });
  });

  it('allows open operations and public documentation without checking the key', async () => {
    expect(await runGuard({ permission: 'open' })).toMatchObject({ answer: true, asked: 0 });
    expect(await runGuard({ permission: 'docs' })).toMatchObject({ answer: true, asked: 0 });
  });

  it.each(['Bearer good', 'bearer  good '])(
    'sets the caller on the request for the header «%s»',
    async (authorization) => {
      expect(await runGuard({ permission: 'event:read' }, authorization)).toMatchObject({
        answer: true,
        caller: viewer,
      });
    },
  );

  it.each([
    undefined,
    '',
    'good',
    'Bearer',
    'Bearer bad',
    'Bearer good bad',
    'Digest good',
    createBasicHeader('good'),
  ])('answers 401 to «%s»', async (authorization) => {
    expect(await runGuard({ permission: 'event:read' }, authorization)).toMatchObject({
      answer: 'ERROR_AUTHENTICATE_FAILURE',
      challenge: 'Bearer',
    });
  });

  it('accepts Basic authentication, and offers it in the challenge, if the operation allows it', async () => {
    const docs = { permission: 'docs', basic: true } as const;
    expect((await runGuard(docs, createBasicHeader('good'), 'key')).answer).toBe(true);
    expect((await runGuard(docs, 'Bearer good', 'key')).answer).toBe(true);
    expect(await runGuard(docs, createBasicHeader('bad'), 'key')).toMatchObject({
      challenge: ['Basic realm="tocsin"', 'Bearer'],
    });
  });

  it('answers 403 to a key without the required permission', async () => {
    expect(await runGuard({ permission: 'webhook:write' }, 'Bearer good')).toMatchObject({
      answer: 'ERROR_PERMISSION_DENIED',
      // The log needs the caller of a rejected request too.
      caller: viewer,
    });
  });
});

function createBasicHeader(password: string): string {
  return `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
}

@Controller()
class Declared {
  @Operation({ method: 'GET', path: 'a', summary: 'A', permission: 'open' })
  a(): void {}

  helper(): void {}
}

@Controller()
class Forgotten {
  @Get('b')
  b(): void {}
}

function runChecker(...metatypes: (new () => object)[]): void {
  const discovery = { getControllers: () => metatypes.map((metatype) => ({ metatype })) };
  new PermissionChecker(discovery as unknown as DiscoveryService, new MetadataScanner()).onModuleInit();
}

describe('PermissionChecker', () => {
  it('throws at start if a route declares no permission', () => {
    expect(() => runChecker(Declared)).not.toThrow();
    expect(() => runChecker(Declared, Forgotten)).toThrow('The route Forgotten.b declares no permission');
  });
});

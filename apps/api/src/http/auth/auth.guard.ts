import {
  Inject,
  Injectable,
  type CanActivate,
  type ExecutionContext,
  type OnModuleInit,
} from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GetSession } from '#identity';
import { DomainError } from '#shared/kernel/domain-error.js';
import { ExpiryClock, type TimeSource } from '#shared/kernel/clock.js';
import type { Caller } from '#shared/kernel/scope.js';
import { OPERATION_METADATA, type Operation } from '../../docs/operation.decorator.js';
import type { ApiRequest } from '../body/message.decorator.js';
import { addRouteHook } from '../errors/add-route-hook.js';
import { RequestLimits } from '../limits/request-limits.js';
import {
  getClientAddress,
  createAuthenticationQuery,
  findCredential,
  SESSION_COOKIES,
  type Credential,
} from './caller.js';
import { Cookies } from './cookies.js';
import { FailedAuthentications } from './failed-authentications.js';
import { hasPermission, findRoles, type Permission } from './permissions.js';

type Request = Pick<FastifyRequest, 'method' | 'headers' | 'host'>;

/**
 * Rejects cross-site request forgery. A browser sends the session cookie also for a page of another origin. But such a page
 * can neither forge the header Origin nor add a header like X-Requested-With without a preflight.
 * @throws ERROR_PERMISSION_DENIED
 */
function rejectForgery(request: Request): void {
  const { method, headers, host } = request;
  if (method === 'GET' || method === 'HEAD') return;
  if (headers['x-requested-with'] === undefined)
    throw createRefusal('With a session, a change needs the header X-Requested-With');
  if (!isSameHost(request))
    throw createRefusal(`With a session, the header Origin must name this host, ${host}`);
}

/**
 * Rejects login forgery: a page of another origin could sign its visitor in to the attacker's account, and the attacker
 * would see what the visitor does there. Origin may be missing, because programs do not send it.
 * @throws ERROR_PERMISSION_DENIED
 */
function rejectForgedSignIn(request: Request): void {
  const { headers, host } = request;
  if (headers['x-requested-with'] === undefined)
    throw createRefusal('To sign in, the header X-Requested-With is needed');
  if (headers.origin !== undefined && !isSameHost(request))
    throw createRefusal(`To sign in, the header Origin must name this host, ${host}, or be left out`);
}

const createRefusal = (detail: string) => new DomainError('ERROR_PERMISSION_DENIED', 'denied', detail);

const isSameHost = ({ headers, host }: Request) => parseHost(headers.origin) === host.toLowerCase();

function parseHost(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** As long as a sign-in counts as recent. */
const RECENT_SIGN_IN_SECONDS = 600;

export const DOCS_ACCESS = Symbol('docs access');

/**
 * Admits callers whose credential allows the operation, before the body of the request is read: bodies of others take neither
 * memory nor time. A route that declares no permission admits nobody.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  /** By handler. Caches the metadata, because Reflect searches several objects for it. */
  private readonly operationCache = new Map<object, Operation>();

  constructor(
    private readonly queries: QueryBus,
    private readonly limits: RequestLimits,
    private readonly failures: FailedAuthentications,
    private readonly cookies: Cookies,
    @Inject(ExpiryClock) private readonly clock: TimeSource,
    @Inject(DOCS_ACCESS) private readonly docsAccess: 'public' | 'key',
  ) {}

  /** Authorizes the requests of routes that are registered from now on. */
  observeRoutes(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route) => {
      const { operation } = route.config ?? {};
      if (operation === undefined) return;
      const { permission, signsIn } = operation;
      if (signsIn)
        addRouteHook(route, 'onRequest', 'last', (request, _reply, done) => {
          rejectForgedSignIn(request);
          done();
        });
      if (permission !== 'open' && !this.isPublic(operation))
        addRouteHook(route, 'onRequest', 'last', (request: ApiRequest, reply: FastifyReply) =>
          this.authorize({ ...operation, permission }, request, reply),
        );
    });
  }

  canActivate(context: ExecutionContext): boolean {
    const operation = this.getOperation(context.getHandler());
    if (operation === undefined) return false;
    return this.isPublic(operation) || context.switchToHttp().getRequest<ApiRequest>().caller !== undefined;
  }

  private getOperation(handler: object): Operation | undefined {
    const cached = this.operationCache.get(handler);
    if (cached !== undefined) return cached;
    const operation = Reflect.getMetadata(OPERATION_METADATA, handler) as Operation | undefined;
    if (operation !== undefined) this.operationCache.set(handler, operation);
    return operation;
  }

  private isPublic({ permission }: Operation): boolean {
    return permission === 'open' || (permission === 'docs' && this.docsAccess === 'public');
  }

  private async authorize(
    operation: Operation & { permission: Permission },
    request: ApiRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const readCookie = () => this.cookies.read(request, SESSION_COOKIES);
    const credential = findCredential(request, operation, readCookie);
    const caller = credential && (await this.authenticate(credential, request, reply));
    if (!caller) {
      // One header line per scheme: for a line with two schemes, Chromium does not ask for a password.
      reply.header('www-authenticate', operation.basic ? ['Basic realm="tocsin"', 'Bearer'] : 'Bearer');
      // The same response whether the key is missing, unknown, disabled or expired.
      throw new DomainError('ERROR_AUTHENTICATE_FAILURE', 'unauthenticated', 'A valid API key is needed');
    }
    request.caller = caller;
    request.credential = credential;
    if (credential?.kind === 'session') rejectForgery(request);
    if (operation.permission !== 'docs') await this.limits.take(caller, reply);
    if (!hasPermission(caller, operation.permission)) {
      const roles = findRoles(operation.permission).join(' or ');
      const text =
        roles === ''
          ? 'Only the root key allows this'
          : `A key of role ${caller.root ? 'ADMIN' : caller.role} may not do this (${operation.permission}); it takes one of role ${roles}`;
      throw new DomainError('ERROR_PERMISSION_DENIED', 'denied', text);
    }
    if (operation.needsRecentSignIn && credential?.kind === 'session')
      await this.requireRecentSignIn(credential.cookie, reply);
  }

  private async requireRecentSignIn(cookie: string, reply: FastifyReply): Promise<void> {
    const { created_at } = await this.queries.execute(new GetSession(cookie));
    const now = await this.clock.now();
    // A sign-in in the future is no recent one: the clock was set back since.
    if (Math.abs(now.getTime() - Date.parse(created_at)) <= RECENT_SIGN_IN_SECONDS * 1000) return;
    const challenge = `Bearer error="insufficient_user_authentication", max_age=${RECENT_SIGN_IN_SECONDS}`;
    reply.header('www-authenticate', challenge);
    const text = `For this the session must have signed in within the last ${RECENT_SIGN_IN_SECONDS / 60} minutes: sign in again`;
    throw new DomainError('ERROR_SIGN_IN_AGAIN', 'unauthenticated', text);
  }

  /** Slows down failures only. A valid key is never delayed, whatever else comes from its address. */
  private async authenticate(
    credential: Credential,
    request: ApiRequest,
    reply: FastifyReply,
  ): Promise<Caller | undefined> {
    const caller = await this.queries.execute(createAuthenticationQuery(credential));
    if (!caller) {
      const key = credential.kind === 'key' ? credential.key : undefined;
      const failure = { kind: 'wrong_credentials', address: getClientAddress(request), key } as const;
      await this.failures.add(failure, reply);
    }
    return caller;
  }
}

/** Prevents the start if a route declares no permission. */
@Injectable()
export class PermissionChecker implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { metatype } of this.discovery.getControllers()) {
      const prototype = (metatype?.prototype ?? {}) as Record<string, object>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name] ?? {};
        if (
          Reflect.hasMetadata(PATH_METADATA, handler) &&
          !Reflect.hasMetadata(OPERATION_METADATA, handler)
        ) {
          throw new Error(`The route ${metatype?.name}.${name} declares no permission; use @Operation`);
        }
      }
    }
  }
}

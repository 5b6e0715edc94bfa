import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  CreateSession,
  EndSession,
  GetSession,
  IssueSignInToken,
  ListSessions,
  ReadSignInToken,
  SwitchDomain,
  type SignIn,
} from '#identity';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { getClientAddress, SESSION_COOKIES, SIGN_IN_COOKIES } from '../http/auth/caller.js';
import { FailedAuthentications } from '../http/auth/failed-authentications.js';
import { CallerScope, Message, type ApiRequest, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { Cookies } from '../http/auth/cookies.js';
import {
  CreateSessionRequest,
  CurrentSessionRequest,
  ReadSignInTokenRequest,
  SessionInfo,
  SessionQuery,
  SessionRequest,
  SessionsInfo,
  SignInHolder,
  SignInTokenInfo,
  SwitchDomainRequest,
} from './session.dto.js';

const MAX_USER_AGENT_LENGTH = 256;

@ApiTags('Session')
@Controller('identity/v1')
export class SessionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly failures: FailedAuthentications,
    private readonly cookies: Cookies,
  ) {}

  @Operation({
    method: 'POST',
    path: 'session',
    summary: 'Sign in',
    description:
      'Starts a session in one domain and returns its cookie. The session lasts 12 hours, and ends earlier if its ' +
      'key ends or if it is not used for the time that the operator sets (an hour by default). This request, and every request of a session other than GET, needs the header `X-Requested-With`, ' +
      'and an `Origin` with the host of the request. Only this request may have no `Origin`.',
    permission: 'open',
    signsIn: true,
    request: CreateSessionRequest,
    response: SessionInfo,
    status: 201,
    location: 'session',
    errors: {
      401: 'The key or token is not valid, or the sign-in at the issuer failed',
      429: 'Too many failed sign-ins, or too many sessions of one key; try again after Retry-After seconds',
    },
    example: { api_key: 'tocsin_…', domain_id: 'demo' },
  })
  async create(
    @Message() given: CreateSessionRequest,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionInfo> {
    const signIn = toSignIn(given, this.cookies.read(request, SIGN_IN_COOKIES));
    const user_agent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
    const address = getClientAddress(request);
    const key = 'api_key' in signIn ? signIn.api_key : undefined;
    const failure = { kind: 'failed_sign_ins', address, key } as const;
    const start = () => this.commands.execute(new CreateSession(signIn, { address, user_agent }));
    const created = await ('attempt' in signIn ? this.failures.signIn(failure, start) : start());
    if (created === undefined) {
      await this.failures.add(failure, reply);
      throw new DomainError('ERROR_AUTHENTICATE_FAILURE', 'unauthenticated', describeRefusal(signIn));
    }
    if ('attempt' in signIn) this.cookies.remove(request, reply, SIGN_IN_COOKIES);
    this.cookies.set(request, reply, SESSION_COOKIES, created.cookie, new Date(created.session.expires_at));
    return created.session;
  }

  @Operation({
    method: 'GET',
    path: 'session',
    summary: 'Get the current session',
    description: 'Returns the session of the cookie in the request.',
    permission: 'session',
    request: CurrentSessionRequest,
    response: SessionInfo,
    errors: { 404: 'The request carries a key, not a session' },
  })
  get(@CallerScope() _: Scope, @Req() request: ApiRequest): Promise<SessionInfo> {
    return this.queries.execute(new GetSession(requireSessionCookie(request)));
  }

  @Operation({
    method: 'DELETE',
    path: 'session',
    summary: 'Sign out',
    description: 'Ends the session of the cookie in the request.',
    permission: 'session',
    request: CurrentSessionRequest,
    errors: { 404: 'The request carries a key, not a session' },
  })
  async signOut(
    @CallerScope() scope: Scope,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { session_id } = await this.get(scope, request);
    await this.commands.execute(new EndSession(scope, session_id));
    this.cookies.remove(request, reply, SESSION_COOKIES);
  }

  @Operation({
    method: 'PUT',
    path: 'session/domain',
    summary: 'Switch to another domain',
    description:
      'Moves the session of the cookie in the request to another domain, which only a session may enter that was started with ' +
      'the root key itself: a sign-in link opens one domain. The session gets a new id and cookie, and the old ones end, so ' +
      'that a repeated request gets 401. It expires when it would have, and its sign-in becomes no more recent. `domain_id`, ' +
      'if given, must be the domain that the session is in.',
    permission: 'session',
    request: SwitchDomainRequest,
    response: SessionInfo,
    errors: {
      403: 'The session was not started with the root key itself, or it is in another domain than `domain_id`',
      404: 'The request carries a key, not a session',
    },
  })
  async switchDomain(
    @Message() { new_domain_id }: SwitchDomainRequest,
    @CallerScope() scope: Scope,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionInfo> {
    const cookie = requireSessionCookie(request);
    const switched = await this.commands.execute(new SwitchDomain(scope, cookie, new_domain_id));
    this.cookies.set(request, reply, SESSION_COOKIES, switched.cookie, new Date(switched.session.expires_at));
    return switched.session;
  }

  @Operation({
    method: 'GET',
    path: 'sessions',
    summary: 'List sessions',
    description:
      'Returns the active sessions, newest first: all sessions of the domain with the role `ADMIN`, otherwise the ' +
      "caller's own sessions.",
    permission: 'session',
    request: SessionQuery,
    response: SessionsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: SessionQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListSessions(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'sessions/search',
    summary: 'Search sessions',
    description: 'Returns the same as the list; the request is JSON.',
    permission: 'session',
    request: SessionQuery,
    response: SessionsInfo,
  })
  search(
    @Message() request: SessionQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'DELETE',
    path: 'session/:session_id',
    summary: 'End a session',
    description:
      "Ends one of the caller's own sessions or, with the role `ADMIN`, any session of the domain. This takes effect " +
      'on every process within a second.',
    permission: 'session',
    request: SessionRequest,
  })
  end(@Message() { session_id }: SessionRequest, @CallerScope() scope: Scope): Promise<void> {
    return this.commands.execute(new EndSession(scope, session_id));
  }

  @Operation({
    method: 'POST',
    path: 'sign-in-token',
    summary: 'Get a sign-in token',
    description:
      'Returns a token for a link that signs in to the console. Within ten minutes, the token can start one session ' +
      'as the holder of the key in use.',
    permission: 'session',
    request: CurrentSessionRequest,
    response: SignInTokenInfo,
  })
  issueSignInToken(@CallerScope() scope: Scope, @Req() { credential }: ApiRequest): Promise<SignInTokenInfo> {
    if (credential?.kind !== 'key')
      throw new DomainError('ERROR_PERMISSION_DENIED', 'denied', 'Only a key gets a sign-in token');
    return this.commands.execute(new IssueSignInToken(scope, credential.key));
  }

  @Operation({
    method: 'POST',
    path: 'sign-in-token/holder',
    summary: 'Read whom a sign-in token signs in',
    description:
      'Returns the user, domain and role of the session that a sign-in token would start. The token stays usable. A link may ' +
      'come from somebody who wants the user to work in another account, so the console asks before it signs in.',
    permission: 'open',
    signsIn: true,
    request: ReadSignInTokenRequest,
    response: SignInHolder,
    errors: { 401: 'The token has expired, or its key has ended' },
  })
  async readSignInToken(@Message() { sign_in_token }: ReadSignInTokenRequest): Promise<SignInHolder> {
    const holder = await this.queries.execute(new ReadSignInToken(sign_in_token));
    if (holder !== undefined) return holder;
    throw new DomainError(
      'ERROR_AUTHENTICATE_FAILURE',
      'unauthenticated',
      describeRefusal({ sign_in_token }),
    );
  }
}

/** @throws ERROR_INVALID_PARAMETER unless exactly one way to sign in is given */
function toSignIn(
  { api_key, domain_id, sign_in_token, authorization_response }: CreateSessionRequest,
  attempt = '',
): SignIn {
  const given = [api_key, sign_in_token, authorization_response].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw DomainError.invalid(
      'api_key',
      'or sign_in_token or authorization_response is needed, and only one',
    );
  if (sign_in_token !== undefined) return { sign_in_token };
  if (authorization_response !== undefined) return { authorization_response, attempt };
  return { api_key: api_key ?? '', domain_id };
}

function describeRefusal(signIn: SignIn): string {
  if ('api_key' in signIn) return 'The API key is not valid';
  if ('sign_in_token' in signIn) return 'The token was used, or has expired';
  return 'The issuer refused the sign-in, or its token names no domain; sign in again';
}

function requireSessionCookie({ credential }: ApiRequest): string {
  if (credential?.kind === 'session') return credential.cookie;
  throw new DomainError('ERROR_NOT_FOUND', 'not-found', 'The request carries a key, not a session');
}

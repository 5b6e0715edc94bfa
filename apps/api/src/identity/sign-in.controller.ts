import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BeginSignIn, GetSignInMethods } from '#identity';
import { Operation } from '../docs/operation.decorator.js';
import { SIGN_IN_COOKIES } from '../http/auth/caller.js';
import { Cookies } from '../http/auth/cookies.js';
import { AuthorizationInfo, SignInMethods } from './session.dto.js';

@ApiTags('Session')
@Controller('identity/v1')
export class SignInController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly cookies: Cookies,
  ) {}

  @Operation({
    method: 'GET',
    path: 'sign-in-methods',
    summary: 'Get the sign-in methods',
    description: 'Returns the methods other than an API key by which users can sign in to the console.',
    permission: 'open',
    response: SignInMethods,
  })
  methods(): Promise<SignInMethods> {
    return this.queries.execute(new GetSignInMethods());
  }

  @Operation({
    method: 'POST',
    path: 'session/authorization',
    summary: 'Start to sign in at the issuer',
    description:
      'Starts the authorization code flow of OpenID Connect, with PKCE. The browser opens `authorization_url` and ' +
      'must return to `/console/` within ten minutes. `POST /identity/v1/session` with the query string of the ' +
      'return starts the session. A cookie binds the flow to one browser. The header `X-Requested-With` is required.',
    permission: 'open',
    signsIn: true,
    response: AuthorizationInfo,
    errors: {
      404: 'Sign-in at an issuer is not configured: `OIDC_CLIENT_ID` is not set',
      503: 'The issuer does not answer; try again after Retry-After seconds',
    },
  })
  async begin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthorizationInfo> {
    const { url, attempt, expires_at } = await this.commands.execute(new BeginSignIn());
    this.cookies.set(request, reply, SIGN_IN_COOKIES, attempt, expires_at);
    return { authorization_url: url, expires_at: expires_at.toISOString() };
  }
}

import { Controller, Param, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ActByLink, ReadActionLink, type LinkRefusal, type LinkState } from '#notification';
import { Operation } from '../docs/operation.decorator.js';
import { getClientAddress } from '../http/auth/caller.js';
import { toProblemResponse } from '../http/errors/problem-response.js';
import { RequestLimits } from '../http/limits/request-limits.js';
import {
  LINK_PAGE_POLICY,
  renderDone,
  renderFailure,
  renderQuestion,
  renderRefusal,
} from './render-action-link.js';

const STATUSES: Readonly<Record<LinkRefusal, number>> = {
  invalid: 404,
  expired: 410,
  ended: 410,
  gone: 410,
  used: 409,
  resolved: 409,
  acknowledged: 409,
};

/** The pages of the links in messages. They are for people, and need no account: whoever has the link may use it. */
@ApiExcludeController()
@Controller('notification/v1/act')
export class ActionLinkController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly limits: RequestLimits,
  ) {}

  @Operation({ method: 'GET', path: ':token', summary: 'Ask whether a link shall act', permission: 'open' })
  ask(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(request, reply, (address) => this.queries.execute(new ReadActionLink(token, address)));
  }

  @Operation({ method: 'POST', path: ':token', summary: 'Act by a link', permission: 'open' })
  act(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(request, reply, (address) => this.commands.execute(new ActByLink(token, address)));
  }

  /** Answers with a page whatever happens, because people read it. */
  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (address: string) => Promise<LinkState>,
  ): Promise<string> {
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', LINK_PAGE_POLICY)
      .header('x-robots-tag', 'noindex, nofollow');
    try {
      const address = getClientAddress(request);
      await this.limits.takeLink(address, reply);
      return sendState(reply, await work(address));
    } catch (error) {
      const { problem, retryAfter, unexpected } = toProblemResponse(error, request.id);
      if (unexpected) throw error;
      if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
      void reply.code(problem.status);
      return renderFailure(problem.detail);
    }
  }
}

function sendState(reply: FastifyReply, state: LinkState): string {
  if (state.outcome === 'ready') {
    void reply.code(200);
    return renderQuestion(state.subject);
  }
  if (state.outcome === 'done') {
    void reply.code(200);
    return renderDone(state.subject);
  }
  void reply.code(STATUSES[state.reason]);
  return renderRefusal(state.reason, state.subject);
}

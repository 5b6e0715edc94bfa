import { Controller, Logger, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';
import { isObject } from '#shared/kernel/json.js';
import { createScope, type Caller } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { getClientAddress } from '../http/auth/caller.js';
import { hasPermission } from '../http/auth/permissions.js';
import { getFields } from '../http/body/field.js';
import {
  AbortOnDisconnect,
  RawBody,
  validateMessage,
  type ApiRequest,
} from '../http/body/message.decorator.js';
import { parseBody } from '../http/body/request-body.js';
import { toProblemResponse } from '../http/errors/problem-response.js';
import { createUnknownFieldsError } from '../http/query/request-query.js';
import { markUntrusted } from './mark-untrusted.js';
import { PlanPool } from './plan-pool.js';
import type { Answer } from './serve-mcp.js';
import type { Tool } from './tools.js';

/** The Model Context Protocol, by which assistants ask. The guide describes it, and not the document of the API. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  private readonly logger = new Logger('Mcp');

  constructor(
    private readonly queries: QueryBus,
    private readonly plans: PlanPool,
  ) {}

  @Operation({
    method: 'POST',
    path: '',
    summary: 'Answer a message of the Model Context Protocol',
    permission: 'alert:read',
  })
  async answer(
    @Req() request: ApiRequest,
    @RawBody() body: Buffer,
    @AbortOnDisconnect() signal: AbortSignal,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const message = parseBody(body, request.headers['content-type']);
    // The protocol takes much memory and time to load, which only those pay who use it.
    const { serveMcp } = await import('./serve-mcp.js');
    const { status, type, text } = await serveMcp({
      ...{ headers: request.headers, body: message, signal },
      run: (tool, given) => this.run(tool, given, request, signal),
    });
    void reply.code(status);
    if (type !== null) void reply.header('content-type', type);
    void reply.send(text);
  }

  private async run(tool: Tool, given: object, request: ApiRequest, signal: AbortSignal): Promise<Answer> {
    try {
      const { caller } = request;
      if (caller === undefined) throw new Error('A tool is asked without a caller');
      requirePermissions(caller, tool);
      const message = validateArguments(tool, given);
      request.message = message;
      const origin = {
        action: tool.name,
        api_key_id: caller.root ? null : caller.api_key_id,
        address: getClientAddress(request),
      };
      // Tools only read. No answer has a secret, so none is read either, whatever the caller may see elsewhere.
      const scope = { ...createScope(caller, message.domain_id), role: 'VIEWER' as const, origin };
      const { queries, plans } = this;
      return markUntrusted(await tool.run({ given: message, scope, queries, plans, signal }));
    } catch (error) {
      const { problem, unexpected } = toProblemResponse(error, request.id);
      // Whoever has disconnected is told nothing: what they asked was stopped.
      if (unexpected && !signal.aborted)
        this.logger.error({ request_id: request.id, tool: tool.name }, error);
      return { problem: `${problem.code}: ${problem.detail} (request ${problem.instance})` };
    }
  }
}

/** @throws ERROR_PERMISSION_DENIED */
function requirePermissions(caller: Caller, { name, permissions }: Tool): void {
  const missing = permissions.find((permission) => !hasPermission(caller, permission));
  if (missing === undefined) return;
  throw new DomainError('ERROR_PERMISSION_DENIED', 'denied', `${name} needs a key that may do ${missing}`);
}

/** @throws ERROR_INVALID_PARAMETER, ERROR_REQUIRED_PARAMETER that name every wrong argument */
function validateArguments({ request }: Tool, given: object): { readonly domain_id?: string } {
  if (!isObject(given)) throw DomainError.invalid('arguments', 'must be an object');
  const names = new Set(getFields(request).map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !names.has(name));
  if (unknown.length > 0) throw createUnknownFieldsError(unknown, request);
  return validateMessage(request, given);
}

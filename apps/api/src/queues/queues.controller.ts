import { Controller, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../docs/operation.decorator.js';
import { BASE_SCRIPT, BOARD_POLICY, renderBoard } from './board-page.js';
import { QueueBoard } from './queue-board.js';

/** Serves Bull Board to the root key, read-only: the jobs of the queues and their workers. */
@ApiExcludeController()
@Controller('queues')
export class QueuesController {
  constructor(private readonly board: QueueBoard) {}

  @Operation({ method: 'GET', path: '', summary: 'The queues', permission: 'operator', basic: true })
  page(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.sendPage('', reply);
  }

  @Operation({ method: 'GET', path: '*', summary: 'Files of the page', permission: 'operator', basic: true })
  async part(
    @Req() request: FastifyRequest<{ Params: { '*': string } }>,
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const path = `/${request.params['*']}`;
    if (path.startsWith('/api/')) {
      const { status, body } = await this.board.handleRequest(path, query);
      void reply.status(status);
      return body;
    }
    if (path === '/base.js') {
      void reply.type('text/javascript; charset=utf-8');
      return BASE_SCRIPT;
    }
    if (!path.startsWith('/static/')) return this.sendPage(path, reply);
    const { content, type } = await this.board.readAsset(path);
    void reply.type(type).header('cache-control', 'private, max-age=3600');
    return content;
  }

  private async sendPage(path: string, reply: FastifyReply): Promise<string> {
    const { template, config } = await this.board.getPage(path === '' ? '/' : path);
    void reply.type('text/html; charset=utf-8').header('content-security-policy', BOARD_POLICY);
    return renderBoard(template, config, path);
  }
}

import { Controller, Headers, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from './operation.decorator.js';

/** Redirects the root path: browsers to the console, other clients to the documentation. */
@ApiExcludeController()
@Controller()
export class StartController {
  @Operation({
    method: 'GET',
    path: '',
    summary: 'Redirect to the console or the documentation',
    permission: 'open',
  })
  start(@Headers('accept') accept = '', @Res({ passthrough: true }) reply: FastifyReply): void {
    // Relative, so that it works below any path prefix of a proxy.
    void reply.redirect(accept.includes('text/html') ? 'console/' : 'docs/', 302);
  }
}

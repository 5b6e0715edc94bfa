import { Controller, Headers, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from './operation.decorator.js';

/** Leads a browser that opens the bare address to the console, and everything else to the documentation. */
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
    // Relative, so that it leads there below any path a proxy puts the service at.
    void reply.redirect(accept.includes('text/html') ? 'console/' : 'docs/', 302);
  }
}

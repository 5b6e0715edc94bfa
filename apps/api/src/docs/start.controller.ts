import { Controller, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from './operation.decorator.js';

/** Leads whoever opens the bare address to the documentation. */
@ApiExcludeController()
@Controller()
export class StartController {
  @Operation({ method: 'GET', path: '', summary: 'Redirect to the documentation', permission: 'open' })
  start(@Res({ passthrough: true }) reply: FastifyReply): void {
    // Relative, so that it leads there below any path a proxy puts the service at.
    void reply.redirect('docs/', 302);
  }
}

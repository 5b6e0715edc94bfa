import { Controller, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../docs/operation.decorator.js';
import { PAGE_POLICY } from '../docs/swagger-ui.js';
import { Documents } from '../http/responses/documents.js';
import { readConsoleFile } from './console-files.js';

/** Serves the console. Its files are public and contain no data: the page gets all records through the API. */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  constructor(private readonly documents: Documents) {}

  @Operation({ method: 'GET', path: '', summary: 'Redirect to the console', permission: 'open' })
  start(@Res({ passthrough: true }) reply: FastifyReply): void {
    // The page loads its files relative to this folder.
    void reply.redirect('console/', 302);
  }

  @Operation({ method: 'GET', path: '*', summary: 'Files of the console', permission: 'open' })
  async file(
    @Param('*') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const file = name === '' ? 'index.html' : name;
    const sent = await this.documents.send(`console/${file}`, request, reply, () => readConsoleFile(file));
    // The names in this folder contain a hash of the content.
    const isVersioned = name.startsWith('assets/');
    void reply
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache');
    return sent;
  }
}

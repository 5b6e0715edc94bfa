import { Controller, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from '../docs/operation.decorator.js';
import { PAGE_POLICY } from '../docs/swagger-ui.js';
import { readConsoleFile } from './console-files.js';

/** Serves the console. Its files are public and contain no data: the page gets all records through the API. */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  @Operation({ method: 'GET', path: '', summary: 'Redirect to the console', permission: 'open' })
  start(@Res({ passthrough: true }) reply: FastifyReply): void {
    // The page loads its files relative to this folder.
    void reply.redirect('console/', 302);
  }

  @Operation({ method: 'GET', path: '*', summary: 'Files of the console', permission: 'open' })
  async file(@Param('*') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const { content, type, isVersioned } = await readConsoleFile(name === '' ? 'index.html' : name);
    void reply
      .type(type)
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache');
    return content;
  }
}

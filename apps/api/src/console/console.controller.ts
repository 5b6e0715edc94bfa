import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { Controller, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Operation } from '../docs/operation.decorator.js';
import { PAGE_POLICY } from '../docs/swagger-ui.js';
import { Documents, type Content } from '../http/responses/documents.js';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.md': 'text/markdown; charset=utf-8',
};

const FILE_NAME = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)*$/;

/** Reads a file of the console, which `npm run build` creates. @throws ERROR_NOT_FOUND */
async function readConsoleFile(name: string): Promise<Content> {
  const manifest = findPackageJSON('..', import.meta.url);
  const type = CONTENT_TYPES[extname(name)];
  if (!FILE_NAME.test(name) || type === undefined || manifest === undefined)
    throw DomainError.notFound('This part of the console');
  const bytes = await readFile(join(dirname(manifest), 'dist/console', name)).catch(() => {
    throw DomainError.notFound('This part of the console');
  });
  return { bytes, type };
}

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

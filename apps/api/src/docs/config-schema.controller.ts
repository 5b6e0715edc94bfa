import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Documents } from '../http/responses/documents.js';
import { Operation } from './operation.decorator.js';

/** Serves the JSON Schema of the files of the command line, so that editors can check them. */
@ApiExcludeController()
@Controller('config')
export class ConfigSchemaController {
  constructor(private readonly documents: Documents) {}

  @Operation({
    method: 'GET',
    path: 'schema.json',
    summary: 'The JSON Schema of tocsin.yaml',
    permission: 'docs',
    basic: true,
  })
  async schema(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const sent = await this.documents.send('config/schema.json', request, reply, async () => ({
      bytes: await readSchema(),
      type: 'application/schema+json; charset=utf-8',
    }));
    void reply.header('cache-control', 'no-cache');
    return sent;
  }
}

async function readSchema(): Promise<string> {
  const manifest = findPackageJSON('..', import.meta.url);
  if (manifest === undefined) throw DomainError.notFound('The schema');
  return readFile(join(dirname(manifest), 'docs/tocsin.schema.json'), 'utf8');
}

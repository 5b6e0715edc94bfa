import { Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Documents } from '../http/responses/documents.js';
import { readConfigSchema } from './config-schema.js';
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
      bytes: await readConfigSchema(),
      type: 'application/schema+json; charset=utf-8',
    }));
    void reply.header('cache-control', 'no-cache');
    return sent;
  }
}

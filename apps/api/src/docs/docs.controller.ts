import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../http/operation.decorator.js';
import { ApiDocument } from './api-document.js';
import { PAGE_POLICY, pageAt, readAsset, START_SCRIPT } from './swagger-ui.js';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

/** Swagger UI from this machine: it works where there is no internet. */
@ApiTags('Document')
@Controller('docs')
export class DocsController {
  constructor(@Inject(ApiDocument) private readonly document: ApiDocument) {}

  @ApiExcludeEndpoint()
  @Operation({ method: 'GET', path: '', summary: 'Swagger UI', permission: 'docs', basic: true })
  page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY);
    return pageAt(request.url);
  }

  @ApiResponse({ status: 200, description: 'Done', content: { [JSON_TYPE]: { schema: { type: 'object' } } } })
  @Operation({
    method: 'GET',
    path: 'openapi.json',
    summary: 'This document',
    permission: 'docs',
    basic: true,
  })
  json(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type(`${JSON_TYPE}; charset=utf-8`);
    return this.document.json;
  }

  @ApiResponse({ status: 200, description: 'Done', content: { [YAML_TYPE]: { schema: { type: 'string' } } } })
  @Operation({
    method: 'GET',
    path: 'openapi.yaml',
    summary: 'This document as YAML',
    permission: 'docs',
    basic: true,
  })
  yaml(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type(`${YAML_TYPE}; charset=utf-8`);
    return this.document.yaml;
  }

  @ApiExcludeEndpoint()
  @Operation({ method: 'GET', path: '*', summary: 'Parts of the page', permission: 'docs', basic: true })
  async part(
    @Param('*') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    if (name === '') return this.page(request, reply);
    if (name === 'start.js') {
      void reply.type('text/javascript; charset=utf-8');
      return START_SCRIPT;
    }
    const { content, type } = await readAsset(name);
    void reply.type(type).header('cache-control', 'max-age=3600');
    return content;
  }
}

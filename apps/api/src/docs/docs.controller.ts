import { Controller, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { posix } from 'node:path';
import { Operation } from './operation.decorator.js';
import { ApiDocument } from './api-document.js';
import { readGuide, rootFrom } from './guides.js';
import { OWN_PARTS } from './page-scripts.js';
import { PAGE_POLICY, pageAt, readAsset } from './swagger-ui.js';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

/** Serves Swagger UI from the installed package, so that it works without internet access. */
@ApiTags('Document')
@Controller('docs')
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  @ApiExcludeEndpoint()
  @Operation({ method: 'GET', path: '', summary: 'Swagger UI', permission: 'docs', basic: true })
  start(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.page(reply, pageAt('./docs/'));
  }

  @ApiResponse({ status: 200, description: 'Done', content: { [JSON_TYPE]: { schema: { type: 'object' } } } })
  @Operation({
    method: 'GET',
    path: 'openapi.json',
    summary: 'Get this document',
    description: 'Returns this OpenAPI document as JSON.',
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
    summary: 'Get this document as YAML',
    description: 'Returns this OpenAPI document as YAML.',
    permission: 'docs',
    basic: true,
  })
  yaml(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type(`${YAML_TYPE}; charset=utf-8`);
    return this.document.yaml;
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'GET',
    path: 'guides/*',
    summary: 'A guide as a page, or as text with `.md` after its name',
    permission: 'docs',
    basic: true,
  })
  async guide(@Param('*') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const [, bare = '', suffix] = /^([^.]*)(\.md)?$/.exec(name) ?? [];
    const text = await readGuide(bare);
    if (suffix === undefined) return this.page(reply, pageAt(rootFrom(bare), posix.basename(bare)));
    void reply.type('text/plain; charset=utf-8');
    return text;
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'GET',
    path: '*',
    summary: 'Files of Swagger UI',
    permission: 'docs',
    basic: true,
  })
  async part(
    @Param('*') name: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    if (name === '') return this.page(reply, pageAt('./'));
    const own = Object.hasOwn(OWN_PARTS, name) ? OWN_PARTS[name] : undefined;
    const { content, type } = own ?? (await readAsset(name));
    // The service's own files can change with each release.
    void reply.type(type).header('cache-control', own ? 'no-cache' : 'max-age=3600');
    return content;
  }

  private page(reply: FastifyReply, html: string): string {
    void reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY);
    return html;
  }
}

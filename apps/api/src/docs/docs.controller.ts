import { Controller, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { posix } from 'node:path';
import { Operation } from './operation.decorator.js';
import { ApiDocument } from './api-document.js';
import { readGuide, getRelativeRoot } from './guides.js';
import { OWN_ASSETS } from './page-assets.js';
import { PAGE_POLICY, renderPage, readAsset } from './swagger-ui.js';

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
    return this.sendPage(reply, renderPage('./docs/'));
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
    const [, guideName = '', suffix] = /^([^.]*)(\.md)?$/.exec(name) ?? [];
    const text = await readGuide(guideName);
    if (suffix === undefined)
      return this.sendPage(reply, renderPage(getRelativeRoot(guideName), posix.basename(guideName)));
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
  async asset(
    @Param('*') name: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    if (name === '') return this.sendPage(reply, renderPage('./'));
    const ownAsset = Object.hasOwn(OWN_ASSETS, name) ? OWN_ASSETS[name] : undefined;
    const { content, type } = ownAsset ?? (await readAsset(name));
    // The service's own files can change with each release.
    void reply.type(type).header('cache-control', ownAsset ? 'no-cache' : 'max-age=3600');
    return content;
  }

  private sendPage(reply: FastifyReply, html: string): string {
    void reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY);
    return html;
  }
}

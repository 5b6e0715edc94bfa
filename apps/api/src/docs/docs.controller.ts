import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { posix, dirname, join } from 'node:path';
import { Controller, Param, Req, Res, Headers } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiResponse, ApiTags, ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Documents, type Content } from '../http/responses/documents.js';
import { ApiDocument } from './api-document.js';
import { GUIDES } from './guides.js';
import { Operation } from './operation.decorator.js';
import { OWN_ASSETS } from './page-assets.js';
import { PAGE_POLICY, renderPage, readAsset } from './swagger-ui.js';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

/** Serves Swagger UI from the installed package, so that it works without internet access. */
@ApiTags('Document')
@Controller('docs')
export class DocsController {
  constructor(
    private readonly document: ApiDocument,
    private readonly documents: Documents,
  ) {}

  @ApiExcludeEndpoint()
  @Operation({ method: 'GET', path: '', summary: 'Swagger UI', permission: 'docs', basic: true })
  start(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sendPage('docs', request, reply, () => renderPage('./docs/'));
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
  json(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.send('openapi.json', request, reply, () => ({
      bytes: this.document.render('json'),
      type: `${JSON_TYPE}; charset=utf-8`,
    }));
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
  yaml(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.send('openapi.yaml', request, reply, () => ({
      bytes: this.document.render('yaml'),
      type: `${YAML_TYPE}; charset=utf-8`,
    }));
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'GET',
    path: 'openapi-3.0.json',
    summary: 'Get the document for OpenAPI 3.0',
    permission: 'docs',
    basic: true,
  })
  json30(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.send('openapi-3.0.json', request, reply, () => ({
      bytes: this.document.render('json', '3.0'),
      type: `${JSON_TYPE}; charset=utf-8`,
    }));
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'GET',
    path: 'openapi-3.0.yaml',
    summary: 'Get the document for OpenAPI 3.0 as YAML',
    permission: 'docs',
    basic: true,
  })
  yaml30(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.send('openapi-3.0.yaml', request, reply, () => ({
      bytes: this.document.render('yaml', '3.0'),
      type: `${YAML_TYPE}; charset=utf-8`,
    }));
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'GET',
    path: 'guides/*',
    summary: 'A guide as a page, or as text with `.md` after its name',
    permission: 'docs',
    basic: true,
  })
  guide(
    @Param('*') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const [, guideName = '', suffix] = /^([^.]*)(\.md)?$/.exec(name) ?? [];
    if (suffix === undefined && GUIDES.has(guideName))
      return this.sendPage(`guides/${guideName}`, request, reply, () =>
        renderPage(getRelativeRoot(guideName), posix.basename(guideName)),
      );
    return this.send(`guides/${guideName}.md`, request, reply, async () => ({
      bytes: await readGuide(guideName),
      type: 'text/plain; charset=utf-8',
    }));
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'GET',
    path: 'errors/*',
    summary: 'The page of an error code, to which the type of a problem leads',
    permission: 'docs',
    basic: true,
  })
  error(
    @Param('*') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const [, code = '', suffix] = /^([A-Z_]*)(\.md)?$/.exec(name) ?? [];
    const readText = () => readErrorGuide(code);
    if (suffix !== undefined || request.headers.accept?.includes('text/html') !== true)
      return this.send(`errors/${code}.md`, request, reply, async () => ({
        bytes: await readText(),
        type: 'text/plain; charset=utf-8',
      }));
    return this.sendPage(`errors/${code}`, request, reply, async () => {
      await readText();
      return renderPage('../', code);
    });
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
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (name === '') return this.sendPage('docs/', request, reply, () => renderPage('./'));
    const ownAsset = Object.hasOwn(OWN_ASSETS, name) ? OWN_ASSETS[name] : undefined;
    const sent = await this.documents.send(`docs/${name}`, request, reply, () => ownAsset ?? readAsset(name));
    // The service's own files can change with each release.
    void reply.header('cache-control', ownAsset ? 'no-cache' : 'max-age=3600');
    return sent;
  }

  private sendPage(
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    render: () => string | Promise<string>,
  ) {
    void reply.header('content-security-policy', PAGE_POLICY);
    return this.send(name, request, reply, async () => ({
      bytes: await render(),
      type: 'text/html; charset=utf-8',
    }));
  }

  /** The client keeps the document, and asks each time whether it has changed. */
  private async send(
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    load: () => Content | Promise<Content>,
  ) {
    const sent = await this.documents.send(name, request, reply, load);
    void reply.header('cache-control', 'no-cache');
    return sent;
  }
}

/** Returns a guide as Markdown, with links that work where it is served. @throws ERROR_NOT_FOUND */
async function readGuide(name: string): Promise<string> {
  const manifest = findPackageJSON('..', import.meta.url);
  if (!GUIDES.has(name) || manifest === undefined) throw DomainError.notFound('This guide');
  const text = await readFile(join(dirname(manifest), 'docs', `${name}.md`), 'utf8');
  const folder = posix.dirname(name);
  return text
    .replaceAll(/\]\(([\w./-]+)\.md(#[\w-]+)?\)/g, (link, to: string, fragment = '') =>
      GUIDES.has(posix.join(folder, to)) ? `](${to}${fragment})` : link,
    )
    .replaceAll(/\]\((?:\.\.\/)*openapi\.yaml\)/g, `](${getRelativeRoot(name)}openapi.yaml)`);
}

/** Returns the section of an error code, as Markdown. @throws ERROR_NOT_FOUND */
async function readErrorGuide(code: string): Promise<string> {
  const sections = (await readGuide('errors')).split(/^## /m).slice(1);
  const section = sections.find((each) => code !== '' && each.startsWith(`${code}\n`));
  if (section === undefined) throw DomainError.notFound('This error code');
  // Links of the guide are relative to its own folder.
  return `# ${section.replaceAll(/\]\((?![a-z]+:|#)([^)]+)\)/g, '](../guides/$1)')}`;
}

/** Returns the relative path from the page of a guide to the folder of the documentation. */
const getRelativeRoot = (name: string): string => '../'.repeat(name.split('/').length);

/** Redirects the root path: browsers to the console, other clients to the documentation. */
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
    // Relative, so that it works below any path prefix of a proxy.
    void reply.redirect(accept.includes('text/html') ? 'console/' : 'docs/', 302);
  }
}

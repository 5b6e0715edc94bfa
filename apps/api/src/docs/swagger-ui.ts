import { readFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { createRequire } from 'node:module';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Content } from '../http/responses/documents.js';

const { resolve } = createRequire(import.meta.url);

/** Returns the folder of an installed package whose files are served. */
function findPackageFolder(name: string): string {
  return dirname(resolve(`${name}/package.json`));
}

const assetFolder = findPackageFolder('swagger-ui-dist');

const ASSET_TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Reads a file of Swagger UI. @throws ERROR_NOT_FOUND for any file that the page does not use */
export async function readAsset(name: string): Promise<Content> {
  const type = Object.hasOwn(ASSET_TYPES, name) ? ASSET_TYPES[name] : undefined;
  if (type === undefined) throw DomainError.notFound('This part of the documentation');
  return { bytes: await readFile(join(assetFolder, name)), type };
}

/**
 * The Content-Security-Policy of the page: it may only load files from and send requests to its own origin. Styles that React
 * sets by script do not count as inline. The style sheet contains its images as `data:` URLs.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the page of Swagger UI, or of a guide in its style. `base` is the URL of the documentation's folder. */
export function renderPage(base: string, guide?: string): string {
  const dataAttribute =
    guide === undefined ? `data-document="${base}openapi.json"` : `data-guide="${guide}.md"`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tocsin API</title>
    <link rel="stylesheet" href="${base}swagger-ui.css" />
    <link rel="stylesheet" href="${base}page.css" />
    <link rel="icon" type="image/png" href="${base}favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui" ${dataAttribute}></div>
    <script src="${base}swagger-ui-bundle.js"></script>
    <script src="${base}callers-domain.js"></script>
    <script src="${base}start.js"></script>
  </body>
</html>
`;
}

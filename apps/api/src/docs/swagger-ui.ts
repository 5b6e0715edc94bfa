import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '#shared/kernel/domain-error.js';
import { packageFolder } from '../http/package-folder.js';

const folder = packageFolder('swagger-ui-dist');

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** @throws ERROR_NOT_FOUND for anything but the parts of the page */
export async function readAsset(name: string): Promise<{ content: Buffer; type: string }> {
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (type === undefined) throw DomainError.notFound('This part of the documentation');
  return { content: await readFile(join(folder, name)), type };
}

/**
 * What the page may do: load its own parts, ask its own origin, and nothing else. React sets styles by script, which is
 * no inline style; the pictures of the style sheet are data.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page; its links are relative, so that it works below any path a proxy puts it at. */
export function pageAt(url: string): string {
  const base = /\/(\?|$)/.test(url) ? './' : './docs/';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tocsin API</title>
    <link rel="stylesheet" href="${base}swagger-ui.css" />
    <link rel="icon" type="image/png" href="${base}favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui" data-document="${base}openapi.json"></div>
    <script src="${base}swagger-ui-bundle.js"></script>
    <script src="${base}start.js"></script>
  </body>
</html>
`;
}

/** A file of its own, because the page forbids scripts inside itself. */
export const START_SCRIPT = `'use strict';
const verbs = ['create', 'update', 'updatePlugin', 'verifyPlugin', 'enable', 'disable', 'rotate', 'delete', 'get', 'list', 'search', 'stat'];
const place = (operation) => {
  const at = verbs.indexOf(operation.getIn(['operation', 'operationId'], '').split('_').at(-1));
  return at < 0 ? verbs.length : at;
};

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// The dialog of Swagger UI leaves the keyboard behind it, or in the last of its fields.
let opener = null;
let isOpen = false;
const begin = ({ target }) => {
  if (!isOpen && target.closest('.authorize, .authorization__btn')) opener = target.closest('button');
};
document.addEventListener('click', begin, true);
new MutationObserver(() => {
  const dialog = document.querySelector('.dialog-ux');
  if (!!dialog === isOpen) return;
  isOpen = !!dialog;
  const next = dialog ? dialog.querySelector('input') || dialog.querySelector('.btn-done') : opener;
  if (next) next.focus();
}).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });
document.addEventListener('keydown', ({ key }) => {
  const close = key === 'Escape' && document.querySelector('.dialog-ux .close-modal');
  if (close) close.click();
});

window.ui = SwaggerUIBundle({
  url: document.getElementById('swagger-ui').dataset.document,
  dom_id: '#swagger-ui',
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  operationsSorter: (one, other) => place(one) - place(other),
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});
`;

/** The hash of the only style sheet that the page creates by script. */
const STYLE_HASH = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/**
 * The Content-Security-Policy of the page: it may only load files from and send requests to its own origin. Its base URL must
 * be of this origin too.
 */
export const BOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${STYLE_HASH}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Makes the base URL absolute. Only the browser knows the path prefix of a proxy, and Bull Board needs an absolute path. */
export const BASE_SCRIPT = `'use strict';
const base = document.querySelector('base');
base.setAttribute('href', new URL(base.href).pathname);
`;

/**
 * Builds the page from Bull Board's template, without the files of other hosts and the inline scripts and styles.
 * @param path the path of the page below `/queues`
 */
export function renderBoard(template: string, config: string, path: string): string {
  const matchNames = (pattern: RegExp) => [...template.matchAll(pattern)].map(([, name = '']) => name);
  const styles = matchNames(/<link href="(static\/[^"]+\.css)" rel="stylesheet">/g);
  const scripts = matchNames(/<script defer src="(static\/[^"]+\.js)">/g);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tocsin queues</title>
    <base href="${getRelativeBase(path)}" />
    <link rel="icon" type="image/png" href="static/favicon-32x32.png" />
${styles.map((name) => `    <link rel="stylesheet" href="${name}" />`).join('\n')}
    <script src="base.js"></script>
${scripts.map((name) => `    <script defer src="${name}"></script>`).join('\n')}
  </head>
  <body>
    <script id="__UI_CONFIG__" type="application/json">${config}</script>
    <div id="root"></div>
  </body>
</html>
`;
}

/** Returns the URL of `/queues/` relative to a page. `/queues` without a slash is a sibling of that folder. */
function getRelativeBase(path: string): string {
  if (path === '') return './queues/';
  return `./${'../'.repeat(path.split('/').length - 2)}`;
}

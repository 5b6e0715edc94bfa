/** The one style sheet that the page makes of itself; another would be another hash. */
const OWN_STYLE = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/**
 * What the page may do: load its own parts, ask its own origin, and nothing else. Its base is an address of this origin.
 */
export const BOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${OWN_STYLE}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page is written for the root of a host; below any path a proxy puts it at, only the browser knows where it is. */
export const BASE_SCRIPT = `'use strict';
const base = document.querySelector('base');
base.setAttribute('href', new URL(base.href).pathname);
`;

/**
 * The page from Bull Board's template, without what it would load from elsewhere and what the policy forbids.
 * @param path the address of the page below `/queues`
 */
export function boardPage(template: string, config: string, path: string): string {
  const names = (pattern: RegExp) => [...template.matchAll(pattern)].map(([, name = '']) => name);
  const styles = names(/<link href="(static\/[^"]+\.css)" rel="stylesheet">/g);
  const scripts = names(/<script defer src="(static\/[^"]+\.js)">/g);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tocsin queues</title>
    <base href="${baseOf(path)}" />
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

/** Without a slash at its end the page is beside its parts, not above them. */
function baseOf(path: string): string {
  if (path === '') return './queues/';
  return `./${'../'.repeat(path.split('/').length - 2)}`;
}

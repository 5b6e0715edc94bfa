import type { FastifyInstance } from 'fastify';
import { findNearest } from '#shared/kernel/find-nearest.js';

/** Finds the methods of a path, for 405 responses. The router itself only reports that it found no route. */
export class AllowedMethods {
  /** The routes without a wildcard. Among them the path is looked for that was probably meant. */
  readonly routePatterns: string[] = [];
  private readonly routes: { readonly methods: readonly string[]; readonly path: RegExp }[] = [];

  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ method, url }) => {
      // The route for CORS preflights matches any path, so it says nothing about one.
      if (url === '*') return;
      if (!url.includes('*')) this.routePatterns.push(url);
      this.routes.push({ methods: [method].flat(), path: compilePattern(url) });
    });
  }

  findMethods(url: string): readonly string[] {
    const path = url.split('?', 1)[0] ?? url;
    return [
      ...new Set(this.routes.filter((route) => route.path.test(path)).flatMap(({ methods }) => methods)),
    ];
  }
}

function compilePattern(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * Returns the route that was probably meant, like `/monitoring/v1/webhook/{webhook_id}`. Only a pattern is returned, because
 * the requested path may contain a key.
 */
export function suggestPath(url: string, patterns: readonly string[]): string | undefined {
  const requested = splitPath(url.split('?', 1)[0] ?? '');
  if (requested.length === 0 || requested.length > 8) return undefined;
  const candidates = [...new Set(patterns)].flatMap((pattern) => {
    const away = measureDistance(requested, splitPath(pattern));
    return away === undefined ? [] : [{ pattern, away }];
  });
  const [best] = candidates.sort((a, b) => a.away - b.away);
  return best?.pattern.replaceAll(/:(\w+)/g, '{$1}');
}

const splitPath = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Returns how many segments are misspelled, or missing at the beginning; `undefined` if a segment is a different one. */
function measureDistance(requested: readonly string[], pattern: readonly string[]): number | undefined {
  const missing = pattern.length - requested.length;
  // The beginning, such as `/identity/v1`, may be missing in part or as a whole.
  if (missing < 0 || missing > 2) return undefined;
  let distance = missing;
  let matches = 0;
  for (const [at, segment] of requested.entries()) {
    const expected = pattern[at + missing] ?? '';
    if (expected.startsWith(':')) continue;
    if (segment === expected) matches += 1;
    else if (findNearest(segment, [expected]) !== undefined) distance += 1;
    else return undefined;
  }
  return matches + distance > missing ? distance : undefined;
}

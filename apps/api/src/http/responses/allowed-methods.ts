import type { FastifyInstance } from 'fastify';

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

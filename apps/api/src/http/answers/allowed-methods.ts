import type { FastifyInstance } from 'fastify';

/** Which methods a path knows: the router itself tells only that it found nothing. */
export class AllowedMethods {
  /** Of the paths that are documented or asked of by people. */
  readonly patterns: string[] = [];
  private readonly routes: { readonly methods: readonly string[]; readonly path: RegExp }[] = [];

  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ method, url }) => {
      // A preflight may be asked of any path, which says nothing of what is there.
      if (url === '*') return;
      if (!url.includes('*')) this.patterns.push(url);
      this.routes.push({ methods: [method].flat(), path: pathOf(url) });
    });
  }

  at(url: string): readonly string[] {
    const path = url.split('?', 1)[0] ?? url;
    return [
      ...new Set(this.routes.filter((route) => route.path.test(path)).flatMap(({ methods }) => methods)),
    ];
  }
}

function pathOf(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

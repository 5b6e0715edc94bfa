import type {
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onResponseHookHandler,
  RouteOptions,
} from 'fastify';

/** Adds a hook to one route, before or after its other hooks. A global hook would have to look up the route per request. */
export function addToRoute(
  route: RouteOptions,
  kind: 'onRequest',
  place: 'first' | 'last',
  hook: onRequestHookHandler | onRequestAsyncHookHandler,
): void;
export function addToRoute(
  route: RouteOptions,
  kind: 'onResponse',
  place: 'first' | 'last',
  hook: onResponseHookHandler,
): void;
export function addToRoute(
  route: RouteOptions,
  kind: 'onRequest' | 'onResponse',
  place: 'first' | 'last',
  hook: unknown,
): void {
  const others: readonly unknown[] = [route[kind] ?? []].flat();
  const hooks = place === 'first' ? [hook, ...others] : [...others, hook];
  Object.assign(route, { [kind]: hooks });
}

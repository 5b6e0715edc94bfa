import type {
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onResponseHookHandler,
  RouteOptions,
  FastifyRequest,
} from 'fastify';
import type { Problem } from './problem.js';

/** Is told of the errors that are answered at the addresses of webhooks, and at paths without a route. */
export abstract class RefusalObserver {
  abstract observe(request: FastifyRequest, error: unknown, problem: Problem): void;
}

/** Adds a hook to one route, before or after its other hooks. A global hook would have to look up the route per request. */
export function addRouteHook(
  route: RouteOptions,
  hookName: 'onRequest',
  position: 'first' | 'last',
  hook: onRequestHookHandler | onRequestAsyncHookHandler,
): void;
export function addRouteHook(
  route: RouteOptions,
  hookName: 'onResponse',
  position: 'first' | 'last',
  hook: onResponseHookHandler,
): void;
export function addRouteHook(
  route: RouteOptions,
  hookName: 'onRequest' | 'onResponse',
  position: 'first' | 'last',
  hook: unknown,
): void {
  const existingHooks: readonly unknown[] = [route[hookName] ?? []].flat();
  const hooks = position === 'first' ? [hook, ...existingHooks] : [...existingHooks, hook];
  Object.assign(route, { [hookName]: hooks });
}

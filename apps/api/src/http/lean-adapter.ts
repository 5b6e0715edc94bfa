import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { fastify, type FastifyInstance, type FastifyHttpOptions } from 'fastify';

/**
 * Nest's adapter without what costs every request something and nothing here uses: a router that looks for versions, a
 * hook after each answer (and the listeners that it takes to call it), Nest's middleware and its multipart parser.
 * @param first adds what comes before the adapter's own hooks, which answer the questions of browsers
 */
export function leanAdapter(
  options: FastifyHttpOptions<Server>,
  first: (instance: FastifyInstance) => void,
): FastifyAdapter {
  const instance: FastifyInstance = fastify(options);
  first(instance);
  // The adapter looks for its own two options among those of the instance.
  instance.decorate('skipMiddie', true).decorate('multipart', false);
  const { addHook } = instance;
  const addMost = (name: 'onRequest' | 'onResponse', hook: never) =>
    name === 'onResponse' ? instance : addHook.call(instance, name, hook);
  const adapter = new FastifyAdapter(Object.assign(instance, { addHook: addMost }));
  Object.assign(instance, { addHook });
  return adapter;
}

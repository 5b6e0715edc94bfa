import type { FastifyRequest } from 'fastify';
import type { Problem } from './problem.js';

/** Is told of the errors that are answered at the addresses of webhooks, and at paths without a route. */
export abstract class RefusalObserver {
  abstract observe(request: FastifyRequest, error: unknown, problem: Problem): void;
}

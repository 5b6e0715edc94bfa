import type { QueryBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AdmitDelivery } from '#monitoring';
import { DomainError } from '#shared/kernel/domain-error.js';
import { ByteBudget } from './byte-budget.js';
import type { AdmittedRequest } from './delivery.controller.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The address of a webhook: its key is checked before the body is read. */
    readonly admitsDeliveries?: boolean;
  }
}

export interface AdmissionLimits {
  /** Of all bodies being read, bytes. */
  readonly memoryBytes: number;
  /** Of one body, bytes. */
  readonly bodyLimit: number;
}

/**
 * Checks the webhook's key before a byte of the body is read, and takes the room for the body first: who has no key
 * costs nothing, and who has one cannot fill the memory.
 */
export function admitDeliveries(fastify: FastifyInstance, queries: QueryBus, limits: AdmissionLimits): void {
  const budget = new ByteBudget(limits.memoryBytes);
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config.admitsDeliveries !== true) return;
    const admittable = request as AdmittedRequest;
    const { webhook_id, access_key } = admittable.params;
    admittable.admitted = await queries.execute(new AdmitDelivery(webhook_id, access_key));
    // Who hung up meanwhile would never give back what is taken now.
    if (reply.raw.closed) throw DomainError.unavailable('The sender is gone', 1);
    const bytes = expectedBytes(request, limits.bodyLimit);
    if (!budget.take(bytes)) throw DomainError.unavailable('Too many deliveries are being read', 1);
    reply.raw.once('close', () => budget.giveBack(bytes));
  });
}

/** A body without a length, or one that will be inflated, may grow to the limit. */
function expectedBytes({ headers }: FastifyRequest, bodyLimit: number): number {
  const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : Number.NaN;
  return Math.min(Number.isNaN(length) ? bodyLimit : length, bodyLimit);
}

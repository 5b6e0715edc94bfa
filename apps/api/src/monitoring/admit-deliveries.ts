import type { OutgoingHttpHeaders } from 'node:http';
import type { QueryBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { AdmitDelivery } from '#monitoring';
import { DomainError } from '#shared/kernel/domain-error.js';
import { addToRoute } from '../http/hook-of-route.js';
import { problemOf } from '../http/problem-of.js';
import type { AdmittedRequest } from './delivery.controller.js';
import { IntakeBudget, type IntakeLimits } from './intake-budget.js';
import { EventLoopTurns } from './event-loop-turns.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The address of a webhook: its key is checked before the body is read. */
    readonly admitsDeliveries?: boolean;
  }
}

export interface AdmissionLimits extends IntakeLimits {
  /** Of one body, bytes. */
  readonly bodyLimit: number;
}

const COME_AGAIN = 1;
/** Made once: whoever is overrun has no time for stack traces. */
const TOO_MANY = DomainError.unavailable('Too many deliveries are on their way in', COME_AGAIN);

/**
 * Checks the webhook's key before a byte of the body is read, and takes the room for the body first: who has no key
 * costs nothing, and who has one cannot fill the memory. Beyond what a process can answer soon it sends senders away
 * at once, which costs it half of serving them, so that those inside hardly notice the crowd.
 */
export function admitDeliveries(fastify: FastifyInstance, queries: QueryBus, limits: AdmissionLimits): void {
  const budget = new IntakeBudget(limits);
  const turns = new EventLoopTurns();
  fastify.addHook('onRoute', (route) => {
    if (route.config?.admitsDeliveries !== true) return;
    const { figures } = route.config;
    const admit: onRequestAsyncHookHandler = (request, reply) => {
      const isLate = !turns.hasTime();
      if ((isLate && budget.isCrowded) || !budget.enter()) {
        figures?.turnedAway(reply.elapsedTime);
        turnAway(request, reply);
        return Promise.resolve(reply);
      }
      let bytes = 0;
      // Comes once, whether the delivery was answered or its sender hung up.
      reply.raw.on('close', () => {
        budget.leave(bytes);
        figures?.answered(reply.raw.statusCode, reply.elapsedTime);
      });
      const { webhook_id, access_key } = (request as AdmittedRequest).params;
      return queries.execute(new AdmitDelivery(webhook_id, access_key)).then((webhook) => {
        (request as AdmittedRequest).admitted = webhook;
        // Who hung up meanwhile would never give back what is taken now.
        if (reply.raw.closed) throw DomainError.unavailable('The sender is gone', 1);
        const expected = expectedBytes(request, limits.bodyLimit);
        if (!budget.take(expected)) throw DomainError.unavailable('Too many deliveries are being read', 1);
        bytes = expected;
      });
    };
    addToRoute(route, 'onRequest', 'last', admit);
  });
}

/** Past all that an answer goes through otherwise, which costs as much as the answer. */
function turnAway(request: FastifyRequest, reply: FastifyReply): void {
  const { problem } = problemOf(TOO_MANY, request.id);
  const body = JSON.stringify(problem);
  const headers: OutgoingHttpHeaders = {
    'retry-after': String(COME_AGAIN),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  reply.hijack();
  reply.raw.writeHead(problem.status, Object.assign(reply.getHeaders(), headers)).end(body);
}

/** A body without a length, or one that will be inflated, may grow to the limit. */
function expectedBytes({ headers }: FastifyRequest, bodyLimit: number): number {
  const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : Number.NaN;
  return Math.min(Number.isNaN(length) ? bodyLimit : length, bodyLimit);
}

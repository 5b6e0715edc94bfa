import type { OutgoingHttpHeaders } from 'node:http';
import type { CommandBus } from '@nestjs/cqrs';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import { AdmitDelivery, overloadRetry } from '#monitoring';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { addRouteHook } from '../../http/errors/add-route-hook.js';
import type { RouteMetrics } from '../../http/responses/http-metrics.js';
import { toProblemResponse } from '../../http/errors/problem-response.js';
import type { AdmittedRequest, WebhookRefusals } from './webhook-request.js';
import { IntakeBudget, type IntakeLease, type IntakeLimits, type Upload } from './intake-budget.js';
import type { PostingBudgets } from './posting-budgets.js';

/** Milliseconds from the first delivery of a turn of the event loop in which an overloaded process still admits deliveries. */
const ADMISSION_MS = 5;
/** Milliseconds. A turn of at least this length counts as long, whatever work it consisted of. */
const LONG_TURN_MS = 8;
/**
 * Milliseconds of uninterrupted long turns before deliveries are rejected. A storm of alarms is not yet an overload, even for
 * a process that has just started and is still slow.
 */
const TOLERANCE_MS = 1_000;

/**
 * Bounds the latency of an overloaded process. One turn of the event loop handles all deliveries that arrived during the
 * previous turn, and responses are sent at its end, so the latency is the length of a turn. While turns stay too long, only
 * deliveries early in a turn are admitted.
 */
export class LoadShedder {
  private turnStartedAt = 0;
  private turnEndedAt = 0;
  private isInTurn = false;
  private overloadedSince: number | undefined;

  /** Whether one more delivery may be admitted in this turn. */
  canAdmit(): boolean {
    const now = performance.now();
    if (!this.isInTurn) this.beginTurn(now);
    const isOverloaded = this.overloadedSince !== undefined && now - this.overloadedSince > TOLERANCE_MS;
    return !isOverloaded || now - this.turnStartedAt < ADMISSION_MS;
  }

  private beginTurn(now: number): void {
    // No delivery arrived for a while, so there is no backlog.
    if (now - this.turnEndedAt > TOLERANCE_MS) this.overloadedSince = undefined;
    this.isInTurn = true;
    this.turnStartedAt = now;
    setImmediate(() => this.endTurn());
  }

  private endTurn(): void {
    this.isInTurn = false;
    this.turnEndedAt = performance.now();
    if (this.turnEndedAt - this.turnStartedAt < LONG_TURN_MS) this.overloadedSince = undefined;
    else this.overloadedSince ??= this.turnStartedAt;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is an address of a webhook: its access key is checked before the body is read. */
    readonly admitsDeliveries?: boolean;
  }
}

export interface AdmissionLimits extends IntakeLimits {
  /** The maximum size of one body, in bytes. */
  readonly bodyLimit: number;
}

interface AdmissionParts {
  readonly budgets: PostingBudgets;
  readonly disks: DiskFloor;
  readonly refusals: WebhookRefusals;
}

/** Created once: under overload, capturing a stack trace per rejection would cost too much. */
const DISK_FULL = DomainError.unavailable('The disk of the database is nearly full', 60);
const OVERLOADED = DomainError.unavailable('Too many deliveries are being received');
const CUT_OFF_ERRORS = {
  slow: DomainError.unavailable('The body came too slowly'),
  evicted: DomainError.unavailable('Too many bodies of this webhook or domain are unfinished'),
};
/** Bytes reserved for a body of unknown length. If it becomes larger, the limit of a body is reserved. */
export const UNKNOWN_LENGTH_BYTES = 1024 * 1024;
/** Minimum rate of an upload, in bytes a second on average: below the slowest modem, above an attacker who stalls on purpose. */
const MIN_BYTES_PER_SECOND = 512;
/** Milliseconds after which an upload must have the minimum rate, and between checks. */
const SLOW_AFTER_MS = 5_000;
const CHECK_INTERVAL_MS = 1_000;

/**
 * Checks the access key before the body is read, and reserves the memory for the body first. A request without a valid key
 * costs almost nothing. A sender with a key can neither fill the memory nor take the share of others. An overloaded process
 * rejects deliveries immediately, which costs half of serving them, so that admitted deliveries are hardly delayed.
 */
export function admitDeliveries(
  fastify: FastifyInstance,
  commands: CommandBus,
  limits: AdmissionLimits,
  { budgets, disks, refusals }: AdmissionParts,
): void {
  const budget = new IntakeBudget(limits);
  const shedder = new LoadShedder();
  cutOffSlowUploads(fastify, budget);
  fastify.addHook('onRoute', (route) => {
    if (route.config?.admitsDeliveries !== true) return;
    const { metrics } = route.config;
    const admit: onRequestAsyncHookHandler = (request, reply) => {
      if (disks.isLow('database')) {
        metrics?.countDiskRefusal(reply.elapsedTime);
        rejectImmediately(request, reply, DISK_FULL);
        return Promise.resolve(reply);
      }
      const { webhook_id, access_key } = (request as AdmittedRequest).params;
      const isOverloaded = !shedder.canAdmit();
      const lease = isOverloaded && budget.isCrowded(webhook_id) ? undefined : budget.acquire();
      if (lease === undefined) {
        metrics?.countOverload(reply.elapsedTime);
        rejectImmediately(request, reply, OVERLOADED);
        return Promise.resolve(reply);
      }
      (request as AdmittedRequest).lease = lease;
      // Emitted exactly once, whether the delivery was answered or its sender disconnected.
      reply.raw.on('close', () => {
        if (!lease.isBeingHandled) budget.release(lease);
        settleBudget(budgets, lease, request, reply);
        metrics?.countResponse(reply.raw.statusCode, reply.elapsedTime);
        refusals.countResponse(request, reply);
      });
      return commands.execute(new AdmitDelivery(webhook_id, access_key)).then((webhook) => {
        (request as AdmittedRequest).admitted = webhook;
        // If the sender has disconnected, 'close' was already emitted, and nothing would release what is taken below.
        if (reply.raw.closed) throw DomainError.unavailable('The sender is gone', 1);
        const now = performance.now();
        const account = budgets.getAccount(webhook, now);
        lease.declared = declaredBytes(request, limits.bodyLimit);
        const refusal = budgets.charge(account, lease.declared, now);
        if (refusal !== undefined) {
          metrics?.countBudgetRefusal();
          refusals.note(request, refusal.reason);
          const error = DomainError.unavailable(`Try again later: ${refusal.reason}`, refusal.retryAfter);
          rejectImmediately(request, reply, error);
          return reply;
        }
        lease.account = account;
        const upload = new RequestUpload(request, reply, metrics, refusals, now);
        const length = readLength(request);
        const expected = Math.min(length ?? UNKNOWN_LENGTH_BYTES, limits.bodyLimit);
        if (!budget.admit(lease, webhook, expected, upload)) throw createShareError();
        if (length === undefined)
          (request as AdmittedRequest).reserve = () => {
            if (!budget.grow(lease, limits.bodyLimit)) throw createShareError();
          };
        return undefined;
      });
    };
    addRouteHook(route, 'onRequest', 'last', admit);
    route.handler = releaseWhenHandled(route.handler, budget);
  });
}

/** Keeps the body of a delivery in the account until it is written, also if its sender disconnects meanwhile. */
function releaseWhenHandled(handler: RouteHandlerMethod, budget: IntakeBudget): RouteHandlerMethod {
  return async function (request, reply) {
    const { lease } = request as AdmittedRequest;
    if (lease !== undefined) lease.isBeingHandled = true;
    try {
      return await handler.call(this, request, reply);
    } finally {
      if (lease !== undefined) {
        lease.isBeingHandled = false;
        if (reply.raw.closed) budget.release(lease);
      }
    }
  };
}

function createShareError(): DomainError {
  const reason = 'Too many deliveries of this webhook or its domain are being read';
  return DomainError.unavailable(reason, overloadRetry());
}

function cutOffSlowUploads(fastify: FastifyInstance, budget: IntakeBudget): void {
  const timer = setInterval(
    () => budget.cutOffSlow(SLOW_AFTER_MS, MIN_BYTES_PER_SECOND),
    CHECK_INTERVAL_MS,
  ).unref();
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

/** The body of a request, measured by the bytes that its connection has received. This costs nothing until it is read. */
class RequestUpload implements Upload {
  private readonly initialBytesRead: number;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly metrics: RouteMetrics | undefined,
    private readonly refusals: WebhookRefusals,
    private readonly admittedAt: number,
  ) {
    this.initialBytesRead = request.raw.socket.bytesRead;
  }

  get isUnfinished(): boolean {
    return !this.request.raw.complete;
  }

  get age(): number {
    return performance.now() - this.admittedAt;
  }

  get received(): number {
    return this.request.raw.socket.bytesRead - this.initialBytesRead;
  }

  cutOff(reason: keyof typeof CUT_OFF_ERRORS): void {
    if (this.reply.sent) return;
    this.metrics?.countCutOff(reason);
    this.refusals.note(this.request, CUT_OFF_ERRORS[reason].message);
    // The rest of the body is not read, so the connection cannot be used for another request.
    this.reply.header('connection', 'close');
    rejectImmediately(this.request, this.reply, CUT_OFF_ERRORS[reason]);
  }
}

/** Writes the response directly to the socket. Filters and reply hooks would double the cost of a rejection. */
function rejectImmediately(request: FastifyRequest, reply: FastifyReply, error: DomainError): void {
  const { problem } = toProblemResponse(error, request.id);
  const body = JSON.stringify(problem);
  const headers: OutgoingHttpHeaders = {
    'retry-after': String(error.retryAfter ?? overloadRetry()),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  reply.hijack();
  reply.raw.writeHead(problem.status, Object.assign(reply.getHeaders(), headers)).end(body);
}

/** Returns the bytes that the request announces, to charge them in advance. The difference is settled after the body is read. */
function declaredBytes({ headers }: FastifyRequest, bodyLimit: number): number {
  const length = headers['content-length'];
  return length === undefined ? 0 : Math.min(Number(length) || 0, bodyLimit);
}

/** Charges the actual bytes. A delivery answered with 503 is refunded, because its sender posts it again. */
function settleBudget(
  budgets: PostingBudgets,
  { account, declared }: IntakeLease,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (account === undefined) return;
  const { body } = request as Partial<AdmittedRequest>;
  if (reply.raw.statusCode === 503) budgets.refund(account, declared);
  else budgets.settle(account, declared, body?.length ?? 0);
}

/** Returns the bytes of the body; `undefined` if it has no length, or only that of its compressed bytes. */
function readLength({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : Number.NaN;
  return Number.isNaN(length) ? undefined : length;
}

import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { SECONDS, Histogram } from '#shared/kernel/histogram.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { addToRoute } from '../errors/hook-of-route.js';
import type { ProblemCode } from '../errors/problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly metrics?: RouteMetrics;
  }
}

/** The metrics of one route. Created with the route, so that a request needs no lookup. */
export class RouteMetrics {
  readonly seconds = new Histogram(SECONDS);
  /** The number of responses, by status. The counters below count subsets of them. */
  readonly answers = new Map<number, number>();
  /** Deliveries rejected by the load shedder, or because too many requests were in flight. */
  overloaded = 0;
  /** Deliveries rejected because their webhook or domain had exceeded its budget. */
  overBudget = 0;
  /** Deliveries rejected because the disk of the database was nearly full. */
  withoutDisk = 0;
  /** Requests answered before their body was complete, by reason. */
  readonly cut = { slow: 0, evicted: 0 };

  constructor(
    readonly method: string,
    readonly route: string,
  ) {}

  turnedAway(milliseconds: number): void {
    this.overloaded += 1;
    this.answered(503, milliseconds);
  }

  refuseForDisk(milliseconds: number): void {
    this.withoutDisk += 1;
    this.answered(503, milliseconds);
  }

  refuseOverBudget(): void {
    this.overBudget += 1;
  }

  cutOff(why: keyof RouteMetrics['cut']): void {
    this.cut[why] += 1;
  }

  answered(status: number, milliseconds: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    this.seconds.add(milliseconds / 1000);
  }
}

/** Exports the responses of this process by route, and the refused deliveries by reason. */
@Injectable()
export class HttpMetrics {
  private readonly routes: RouteMetrics[] = [];
  private readonly refused = new Map<ProblemCode, number>();

  constructor(metrics: Metrics) {
    const used = () => this.routes.filter(({ answers }) => answers.size > 0);
    metrics.counter('tocsin_http_requests_total', 'Requests answered, by route and status.', () =>
      used().flatMap(({ method, route, answers }) =>
        [...answers].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
      ),
    );
    metrics.histogram(
      'tocsin_http_request_duration_seconds',
      'Time from a request until its response is sent.',
      () => used().map(({ method, route, seconds }) => ({ labels: { method, route }, histogram: seconds })),
    );
    metrics.counter('tocsin_deliveries_refused_total', 'Deliveries refused, by reason.', () => [
      {
        labels: { reason: 'overload' },
        value: this.routes.reduce((sum, route) => sum + route.overloaded, 0),
      },
      {
        labels: { reason: 'budget' },
        value: this.routes.reduce((sum, route) => sum + route.overBudget, 0),
      },
      {
        labels: { reason: 'disk' },
        value: this.routes.reduce((sum, route) => sum + route.withoutDisk, 0),
      },
      ...(['slow', 'evicted'] as const).map((reason) => ({
        labels: { reason },
        value: this.routes.reduce((sum, { cut }) => sum + cut[reason], 0),
      })),
      ...[...this.refused].map(([code, value]) => ({ labels: { reason: reasonOf(code) }, value })),
    ]);
  }

  /** Counts the responses of routes registered from now on. A hook per response is too slow for deliveries: admission counts. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route) => {
      if (route.method === 'HEAD') return;
      const metrics = new RouteMetrics(String(route.method), route.url);
      this.routes.push(metrics);
      if (route.config?.admitsDeliveries === true) {
        route.config = { ...route.config, metrics };
        return;
      }
      addToRoute(route, 'onResponse', 'first', (_request, reply, done) => {
        metrics.answered(reply.statusCode, reply.elapsedTime);
        done();
      });
    });
  }

  refusedDelivery(code: ProblemCode): void {
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
  }
}

function reasonOf(code: ProblemCode): string {
  return code.replace(/^ERROR_/, '').toLowerCase();
}

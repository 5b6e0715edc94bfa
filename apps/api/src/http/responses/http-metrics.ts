import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { DURATION_BUCKETS, Histogram } from '#shared/kernel/histogram.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { addRouteHook } from '../errors/add-route-hook.js';
import type { ProblemCode } from '../errors/problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly metrics?: RouteMetrics;
  }
}

/** The metrics of one route. Created with the route, so that a request needs no lookup. */
export class RouteMetrics {
  readonly seconds = new Histogram(DURATION_BUCKETS);
  /** The number of responses, by status. The counters below count subsets of them. */
  readonly responses = new Map<number, number>();
  /** Deliveries rejected by the load shedder, or because too many requests were in flight. */
  overloaded = 0;
  /** Deliveries rejected because their webhook or domain had exceeded its budget. */
  overBudget = 0;
  /** Deliveries rejected because the disk of the database was nearly full. */
  diskFull = 0;
  /** Requests answered before their body was complete, by reason. */
  readonly cut = { slow: 0, evicted: 0 };

  constructor(
    readonly method: string,
    readonly route: string,
  ) {}

  countOverload(milliseconds: number): void {
    this.overloaded += 1;
    this.countResponse(503, milliseconds);
  }

  countDiskRefusal(milliseconds: number): void {
    this.diskFull += 1;
    this.countResponse(503, milliseconds);
  }

  countBudgetRefusal(): void {
    this.overBudget += 1;
  }

  countCutOff(reason: keyof RouteMetrics['cut']): void {
    this.cut[reason] += 1;
  }

  countResponse(status: number, milliseconds: number): void {
    this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
    this.seconds.add(milliseconds / 1000);
  }
}

/** Exports the responses of this process by route, and the refused deliveries by reason. */
@Injectable()
export class HttpMetrics {
  private readonly routes: RouteMetrics[] = [];
  private readonly refusals = new Map<ProblemCode, number>();

  constructor(metrics: Metrics) {
    const activeRoutes = () => this.routes.filter(({ responses }) => responses.size > 0);
    metrics.counter('tocsin_http_requests_total', 'Requests answered, by route and status.', () =>
      activeRoutes().flatMap(({ method, route, responses: answers }) =>
        [...answers].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
      ),
    );
    metrics.histogram(
      'tocsin_http_request_duration_seconds',
      'Time from a request until its response is sent.',
      () =>
        activeRoutes().map(({ method, route, seconds }) => ({
          labels: { method, route },
          histogram: seconds,
        })),
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
        value: this.routes.reduce((sum, route) => sum + route.diskFull, 0),
      },
      ...(['slow', 'evicted'] as const).map((reason) => ({
        labels: { reason },
        value: this.routes.reduce((sum, { cut }) => sum + cut[reason], 0),
      })),
      ...[...this.refusals].map(([code, value]) => ({ labels: { reason: toReason(code) }, value })),
    ]);
  }

  /** Counts the responses of routes registered from now on. A hook per response is too slow for deliveries: admission counts. */
  observeRoutes(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route) => {
      if (route.method === 'HEAD') return;
      const metrics = new RouteMetrics(String(route.method), route.url);
      this.routes.push(metrics);
      if (route.config?.admitsDeliveries === true) {
        route.config = { ...route.config, metrics };
        return;
      }
      addRouteHook(route, 'onResponse', 'first', (_request, reply, done) => {
        metrics.countResponse(reply.statusCode, reply.elapsedTime);
        done();
      });
    });
  }

  countRefusal(code: ProblemCode): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }
}

function toReason(code: ProblemCode): string {
  return code.replace(/^ERROR_/, '').toLowerCase();
}

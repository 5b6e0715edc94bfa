import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { Readiness } from '#shared/platform/health/readiness.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';

/** Probes and metrics for the orchestrator, on the metrics port, which must not be public. */
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(): Promise<Readonly<Record<string, string>>> {
    const obstacle = await this.readiness.findObstacle();
    if (obstacle !== undefined) throw new ServiceUnavailableException(obstacle);
    return { ...(await this.readiness.findWarnings()), status: 'ok' };
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  scrape(): Promise<string> {
    return this.metrics.text();
  }
}

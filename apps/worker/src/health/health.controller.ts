import { Controller, Get, Header, Inject, ServiceUnavailableException } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Readiness } from '#shared/platform/health/readiness.js';

/** What runs the worker asks for; on the metrics port, which is not for the outside. */
@Controller()
export class HealthController {
  constructor(
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(Registry) private readonly metrics: Registry,
  ) {}

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(): Promise<{ status: 'ok' }> {
    const obstacle = await this.readiness.obstacle();
    if (obstacle !== undefined) throw new ServiceUnavailableException(obstacle);
    return { status: 'ok' };
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  scrape(): Promise<string> {
    return this.metrics.metrics();
  }
}

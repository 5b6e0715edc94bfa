import { Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { PressCounts } from '../application/press-counts.js';

/** To bound their labels, the metrics name no app. */
@Injectable()
export class PressMetrics {
  constructor(metrics: Metrics, counts: PressCounts) {
    metrics.counter(
      'tocsin_slack_presses_total',
      'Requests to the request URLs of Slack apps, by how they ended.',
      () => counts.all.map(([outcome, value]) => ({ labels: { outcome }, value })),
    );
  }
}

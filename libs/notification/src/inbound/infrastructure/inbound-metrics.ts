import { Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { INBOUND_OUTCOMES, InboundCounters } from '../application/inbound-counters.js';

/** The metrics of the webhooks of receivers. */
@Injectable()
export class InboundMetrics {
  constructor(metrics: Metrics, { webhooks }: InboundCounters) {
    metrics.counter('tocsin_inbound_webhooks_total', 'Webhooks of receivers, by what became of them.', () =>
      INBOUND_OUTCOMES.map((outcome) => ({ labels: { outcome }, value: webhooks.get(outcome) ?? 0 })),
    );
  }
}

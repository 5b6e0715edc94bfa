import { Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { FeedHorizon } from './feed-horizon.js';

@Injectable()
export class FeedMetrics {
  constructor(metrics: Metrics, horizon: FeedHorizon) {
    metrics.gauge(
      'tocsin_feed_transaction_age_seconds',
      'Age of the oldest transaction of the server while events or alerts are followed; passed is true if the live tail does not wait for it.',
      () => {
        const { seconds, passed } = horizon.oldestAge;
        return [{ labels: { passed: String(passed) }, value: seconds }];
      },
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { LiveFeed } from './feed/live-feed.js';

/** What an API process tells of those that follow events. */
@Injectable()
export class FeedMetrics {
  constructor(metrics: Metrics, feed: LiveFeed) {
    metrics.gauge(
      'tocsin_feed_transaction_age_seconds',
      'Age of the oldest transaction of the server while events are followed; passed is true if the live tail does not wait for it.',
      () => {
        const { seconds, passed } = feed.held;
        return [{ labels: { passed: String(passed) }, value: seconds }];
      },
    );
  }
}

import { Injectable } from '@nestjs/common';
import { QueueFactory } from '../queue/queue-factory.js';
import { Metrics } from './metrics.js';

@Injectable()
export class QueueMetrics {
  constructor(metrics: Metrics, queues: QueueFactory) {
    metrics.gauge(
      'tocsin_queue_jobs',
      'Jobs in a queue, by state; every process reports the same.',
      async () =>
        (await queues.countJobs()).flatMap(({ queue, counts }) =>
          Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
        ),
    );
  }
}

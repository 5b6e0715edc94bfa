import { Inject, Injectable } from '@nestjs/common';
import type { Predecessors } from '../config/config.js';
import { Metrics } from './metrics.js';

/** The injection token of the history of earlier processes. */
export const PREDECESSORS = Symbol('predecessors');

@Injectable()
export class RestartMetrics {
  constructor(metrics: Metrics, @Inject(PREDECESSORS) { stalls, crashes }: Predecessors) {
    metrics.counter(
      'tocsin_restarts_total',
      'Times this process was ended by a signal and started again: its event loop stood still, or anything else.',
      () => [
        { labels: { cause: 'stall' }, value: stalls },
        { labels: { cause: 'crash' }, value: crashes },
      ],
    );
  }
}

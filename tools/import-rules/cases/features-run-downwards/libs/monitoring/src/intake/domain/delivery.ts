import type { Outcome } from '../../processing/domain/outcome.js';

export interface Delivery {
  readonly outcome: Outcome;
}

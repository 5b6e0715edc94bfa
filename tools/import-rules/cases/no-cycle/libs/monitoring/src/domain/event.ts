import type { Alert } from './alert.js';

export interface Event {
  readonly alert: Alert;
}

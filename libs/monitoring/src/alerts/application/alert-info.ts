import type { AlertState, ResolvedReason } from '../domain/alert.js';
import type { Severity } from '#senders/plugin-api/event.js';
import type { EventResource } from '../../events/application/event-info.js';

/** An alert: the events of one key from the first alarm to its recovery. Times are ISO 8601 in UTC. */
export interface AlertInfo {
  readonly alert_id: string;
  readonly webhook_id: string;
  readonly project_id: string;
  readonly domain_id: string;
  readonly event_key: string;
  readonly state: AlertState;
  readonly resolved_reason: ResolvedReason | null;
  /** Severity, title and resource are those of the last event that is no recovery. */
  readonly severity: Severity;
  readonly title: string;
  readonly resource: EventResource;
  readonly opened_at: string;
  readonly resolved_at: string | null;
  readonly last_received_at: string;
  readonly event_count: number;
  /** Repeats that were counted and not stored. */
  readonly duplicate_count: number;
}

export const ALERT_FIELDS = [
  'alert_id',
  'webhook_id',
  'project_id',
  'domain_id',
  'event_key',
  'state',
  'resolved_reason',
  'severity',
  'title',
  'resource',
  'opened_at',
  'resolved_at',
  'last_received_at',
  'event_count',
  'duplicate_count',
] as const satisfies readonly (keyof AlertInfo)[];

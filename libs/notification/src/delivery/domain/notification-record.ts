import { SEVERITIES } from '#senders/plugin-api/event.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';

export const NOTIFICATION_STATES = [
  'PENDING',
  'HELD',
  'SENT',
  'FAILED',
  'SUPERSEDED',
  'SILENCED',
  'INHIBITED',
  'CANCELLED',
] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** What one subscription is told of one change of an alert. */
export const NOTIFICATION = {
  notification_id: {
    type: 'id',
    kind: 'notification',
    description: 'The id of the notification. Every attempt sends it as `webhook-id`.',
  },
  kind: { type: 'text', max: 64, example: 'alert.opened' },
  state: {
    type: 'enum',
    name: 'NotificationState',
    values: NOTIFICATION_STATES,
    description:
      'HELD: waits for the quota or for other notifications of its group. SUPERSEDED: a newer change of the alert ' +
      'was sent instead. FAILED: is not retried, but can be resent. SILENCED: a silence was active, or the key was flapping. ' +
      'INHIBITED: another open alert explains it.',
  },
  reason: { type: 'text', nullable: true, description: 'Why the notification is in this state.' },
  silence_id: {
    type: 'id',
    kind: 'silence',
    nullable: true,
    description: 'The silence that suppressed the notification, or after whose end it was created.',
  },
  inhibition_id: {
    type: 'id',
    kind: 'inhibition',
    nullable: true,
    description: 'The inhibition that held the notification back, or after whose source it was created.',
  },
  source_alert_id: {
    type: 'id',
    kind: 'alert',
    nullable: true,
    description: 'The alert that explained this one, by that inhibition.',
  },
  escalation_id: {
    type: 'id',
    kind: 'escalation',
    nullable: true,
    description: 'The escalation whose step the notification is.',
  },
  subscription_id: { type: 'id', kind: 'subscription' },
  protocol_id: { type: 'callerId', example: 'webhook' },
  alert_id: {
    type: 'id',
    kind: 'alert',
    nullable: true,
    description: 'The alert; null if the notification is not about one alert.',
  },
  digest_id: {
    type: 'id',
    kind: 'notification',
    nullable: true,
    description: 'The digest that contains the notification.',
  },
  severity: {
    type: 'enum',
    name: 'Severity',
    values: SEVERITIES,
    ranked: true,
    description: 'The severity of the alert right after the change.',
  },
  title: { type: 'text', max: 1024 },
  attempt_count: {
    type: 'number',
    description: 'The number of finished attempts, without those that the receiver put off (429).',
  },
  next_attempt_at: {
    type: 'date',
    nullable: true,
    description: 'The time of the next attempt, after a failed one.',
  },
  project_id: {
    type: 'callerId',
    nullable: true,
    description: 'The project; null if the notification is not about one project.',
  },
  domain_id: { type: 'callerId' },
  created_at: {
    type: 'date',
    idTime: 'r.notification_id',
    description: 'The time at which the alert changed.',
  },
  sent_at: { type: 'date', nullable: true },
} as const satisfies RecordFields;

export type NotificationInfo = InfoOf<typeof NOTIFICATION>;

/** One try to send a notification. */
export interface AttemptInfo {
  readonly at: string;
  /** The HTTP status of the response; `null` without a response. */
  readonly status: number | null;
  readonly latency_ms: number | null;
  /** `null` if the attempt succeeded. */
  readonly error: string | null;
  /** The beginning of the response body. */
  readonly answer: string | null;
}

/** An attempt as it is stored. */
export interface StoredAttemptInfo extends AttemptInfo {
  /** Nothing can have reached the receiver. */
  readonly nothing_left?: true;
}

export interface NotificationDetails extends NotificationInfo {
  /** The last 50 attempts, the oldest first. */
  readonly attempts: readonly AttemptInfo[];
}

export const MAX_STORED_ATTEMPTS = 50;

/** The fields by which a list of notifications can be filtered without a query. */
export const NOTIFICATION_FILTER = [
  'notification_id',
  'kind',
  'state',
  'subscription_id',
  'protocol_id',
  'alert_id',
  'digest_id',
  'severity',
  'silence_id',
  'inhibition_id',
  'source_alert_id',
  'escalation_id',
  'project_id',
] as const;

export type NotificationFilter = FilterOf<typeof NOTIFICATION, (typeof NOTIFICATION_FILTER)[number]>;

import { SEVERITIES } from '#senders/plugin-api/event.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';
import {
  LABELS_FIELD,
  LINKS_FIELD,
  RESOURCE_FIELD,
  SOURCE_NAME_FIELD,
} from '../../events/domain/event-record.js';
import type { AlertTransition } from '../../processing/domain/correlation.js';

export const ALERT_STATES = ['OPEN', 'RESOLVED'] as const;
export const RESOLVED_REASONS = ['RECOVERY', 'STALE', 'WEBHOOK_DELETED', 'MANUAL'] as const;

/** Whole seconds from the opening to another time. At least 0: the clocks of two machines may differ. */
function secondsFromOpening(column: string): string {
  return `case when r.${column} is not null
    then greatest(floor(date_part('epoch', r.${column} - r.opened_at))::bigint, 0) end`;
}

/** An alert: the events of one key from the first alarm to its recovery. */
export const ALERT_FIELDS = {
  alert_id: { type: 'id', kind: 'alert' },
  webhook_id: { type: 'id', kind: 'webhook' },
  project_id: { type: 'callerId' },
  domain_id: { type: 'callerId' },
  event_key: {
    type: 'text',
    description: 'The identifier of the problem. All events of the alert have this event key.',
  },
  state: { type: 'enum', name: 'AlertState', values: ALERT_STATES },
  resolved_reason: { type: 'enum', name: 'ResolvedReason', values: RESOLVED_REASONS, nullable: true },
  severity: {
    type: 'enum',
    name: 'Severity',
    values: SEVERITIES,
    ranked: true,
    description:
      'The severity of the latest event that is not a recovery. `title`, `description`, `resource`, `labels` and `links` are from the same event.',
  },
  title: { type: 'text', max: 1024 },
  rule: {
    type: 'text',
    nullable: true,
    description:
      'The rule of the event that opened the alert. `null` if that event has none, and for alerts from before the ' +
      'upgrade to version 0.2.',
    example: 'NodeDown',
  },
  description: {
    type: 'text',
    long: true,
    computed: `coalesce(r.description, '')`,
    description: 'As `title`, at most 4,096 characters. Empty for alerts from before version 0.3.',
  },
  resource: RESOURCE_FIELD,
  labels: LABELS_FIELD,
  links: LINKS_FIELD,
  source: {
    type: 'object',
    name: 'AlertSource',
    description: 'Where the latest event came from. `null` in alerts from before version 0.3.',
    fields: {
      name: SOURCE_NAME_FIELD,
      plugin_id: { type: 'text', nullable: true, example: 'prometheus' },
    },
  },
  started_at: {
    type: 'date',
    computed: 'coalesce(r.started_at, r.opened_at)',
    description:
      'When the problem began, as the sender of the event that opened the alert states it; else, when that arrived.',
  },
  opened_at: { type: 'date' },
  resolved_at: { type: 'date', nullable: true },
  last_received_at: { type: 'date' },
  event_count: { type: 'number' },
  duplicate_count: {
    type: 'number',
    description: 'The number of repeated alarms that were counted instead of being stored as events.',
  },
  resolved_after: {
    type: 'number',
    computed: secondsFromOpening('resolved_at'),
    nullable: true,
    description: 'Seconds from `opened_at` to `resolved_at`. `null` while the alert is open.',
  },
  acknowledged: {
    type: 'boolean',
    description: 'Whether the alert is acknowledged. A resolved alert keeps its acknowledgement.',
  },
  acknowledged_at: { type: 'date', nullable: true },
  acknowledged_by: {
    type: 'text',
    nullable: true,
    description:
      'Who acknowledged the alert: the user of the key, or `root` for the root key. What a sender says of its own users ' +
      'is followed by the name of the webhook (`jane (via zabbix-fra)`; without a name `via zabbix-fra`), as nobody checks it.',
    example: 'jane@example.com',
  },
  comment: { type: 'text', nullable: true, description: 'The comment of the acknowledgement.' },
  acknowledged_until: {
    type: 'date',
    nullable: true,
    description: 'When the acknowledgement ends. `null`: when the alert is resolved.',
  },
  resolved_by: {
    type: 'text',
    nullable: true,
    description:
      'Who resolved the alert: the user of the key, or `root` for the root key. If `resolved_reason` is RECOVERY, the user whom the ' +
      'sender names, followed by the name of the webhook (`jane (via pagerduty)`), as nobody checks it. `null` if nobody did, or the ' +
      'sender names nobody.',
    example: 'jane@example.com',
  },
  resolved_comment: { type: 'text', nullable: true, description: 'The comment of `resolved_by`.' },
  quiet_until: {
    type: 'date',
    nullable: true,
    description:
      'Until when repeats of an alert that a user has resolved are counted on it and open no other alert. A recovery of ' +
      'the sender, or another alert of the same event key, ends that time. `null` unless `resolved_reason` is MANUAL.',
  },
  acknowledged_after: {
    type: 'number',
    computed: secondsFromOpening('acknowledged_at'),
    nullable: true,
    description: 'Seconds from `opened_at` to `acknowledged_at`. `null` while the alert is not acknowledged.',
  },
  assignee: {
    type: 'text',
    nullable: true,
    description:
      'Who takes care of the alert: a user id or an e-mail address. A resolved alert keeps its assignee.',
    example: 'jane@example.com',
  },
  assigned_at: { type: 'date', nullable: true },
  assigned_by: {
    type: 'text',
    nullable: true,
    description: 'Who assigned the alert, as in `acknowledged_by`.',
  },
  escalation: {
    type: 'object',
    name: 'AlertEscalation',
    description: 'What escalations are doing for the alert, up to a few seconds ago.',
    fields: {
      step: {
        type: 'number',
        nullable: true,
        column: 'escalation_step',
        description: 'The number of the last step that was told; 0: none yet. `null` if nothing escalates.',
      },
      next_at: {
        type: 'date',
        nullable: true,
        column: 'escalation_next_at',
        description: 'When the next step is due. `null` if none is, or while the escalation is held.',
      },
    },
  },
} as const satisfies RecordFields;

export type AlertInfo = InfoOf<typeof ALERT_FIELDS>;

/** The fields by which a list of alerts can be filtered without a query. */
export const ALERT_FILTER = [
  'webhook_id',
  'project_id',
  'alert_id',
  'event_key',
  'state',
  'severity',
  'rule',
  'acknowledged',
  'assignee',
] as const;

export type AlertFilter = FilterOf<typeof ALERT_FIELDS, (typeof ALERT_FILTER)[number]>;

const RESOLUTION_OF_OPEN_ALERT = {
  resolved_at: null,
  resolved_reason: null,
  resolved_after: null,
  resolved_by: null,
  resolved_comment: null,
  quiet_until: null,
} as const satisfies Partial<AlertInfo>;

/** The fields that are empty while an alert is open. */
export const RESOLUTION_FIELDS = Object.keys(
  RESOLUTION_OF_OPEN_ALERT,
) as readonly (keyof typeof RESOLUTION_OF_OPEN_ALERT)[];

/** A change of an alert, as followers and subscriptions receive it. */
export interface AlertMessage {
  readonly type: `alert.${AlertTransition['kind']}`;
  /** When the change was written. */
  readonly timestamp: string;
  readonly data: {
    /** The alert in its current state, or as changed by {@link withChangedState}. */
    readonly alert: AlertInfo;
    readonly change: Required<
      Omit<AlertTransition, 'alert_id' | 'kind' | 'calm_at' | 'via_id' | 'via_at'>
    > & {
      /** The text of the note; `null` also if it was deleted. */
      readonly note: string | null;
    };
  };
}

/** Returns the message with the state and severity directly after the change. Later changes may have altered them. */
export function withChangedState(message: AlertMessage): AlertMessage {
  const { alert, change } = message.data;
  const { state, severity } = change;
  const openFields = state === 'OPEN' && RESOLUTION_OF_OPEN_ALERT;
  return { ...message, data: { change, alert: { ...alert, state, severity, ...openFields } } };
}

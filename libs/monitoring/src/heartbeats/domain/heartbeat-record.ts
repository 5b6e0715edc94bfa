import { MAX_SCHEDULE_LENGTH, MAX_TIMEZONE_LENGTH } from '#shared/kernel/cron-schedule.js';
import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';
import { SEVERITIES } from '#senders/plugin-api/event.js';

export const HEARTBEAT_STATES = ['NEW', 'ALIVE', 'MISSING'] as const;
export type HeartbeatState = (typeof HEARTBEAT_STATES)[number];

/** A source that must send pings regularly. It is missing if they do not come. */
export const HEARTBEAT_FIELDS = {
  heartbeat_id: { type: 'id', kind: 'heartbeat' },
  name: {
    type: 'text',
    max: 64,
    example: 'backup',
    description:
      'The name, unique within the webhook. `*` is the heartbeat of `settings.heartbeat`, which every delivery pings.',
  },
  webhook_id: { type: 'id', kind: 'webhook' },
  expect_every: {
    type: 'text',
    max: 64,
    nullable: true,
    example: '5m',
    description: 'The longest time between two pings. `null` if there is a `schedule`.',
  },
  schedule: {
    type: 'text',
    max: MAX_SCHEDULE_LENGTH,
    nullable: true,
    example: '0 2 * * *',
    description:
      'The times at which pings are expected, as a cron expression. `null` if there is an `expect_every`.',
  },
  timezone: {
    type: 'text',
    max: MAX_TIMEZONE_LENGTH,
    nullable: true,
    example: 'Europe/Berlin',
    description: 'The IANA time zone of `schedule`. `null` if there is none.',
  },
  grace: { type: 'text', max: 64, example: '1m', description: 'How late a ping may be.' },
  severity: {
    type: 'enum',
    name: 'Severity',
    values: SEVERITIES,
    ranked: true,
    description: 'The severity of the alert that is open while the heartbeat is missing.',
  },
  state: {
    type: 'enum',
    name: 'HeartbeatState',
    values: HEARTBEAT_STATES,
    description:
      'NEW until the first ping arrives. A NEW heartbeat cannot be missing. MISSING: no ping came in time, or the source reported a failure.',
  },
  last_ping_at: { type: 'date', nullable: true },
  alert_id: {
    type: 'id',
    kind: 'alert',
    nullable: true,
    description:
      'The open alert of a missing or failed heartbeat. `null` while the heartbeat is not missing.',
  },
  project_id: { type: 'callerId' },
  managed_by: MANAGED_BY,
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
  updated_at: {
    type: 'date',
    description:
      'When the terms were last changed: `expect_every`, `schedule`, `timezone`, `grace`, `severity` or `managed_by`.',
  },
} as const satisfies RecordFields;

export type HeartbeatInfo = InfoOf<typeof HEARTBEAT_FIELDS>;

/** A single heartbeat, with what is computed when it is read. */
export interface HeartbeatDetails extends HeartbeatInfo {
  /** The next scheduled times, ISO 8601. Empty if there is no schedule. */
  readonly next_expected_at: readonly string[];
}

export const HEARTBEAT_FILTER = ['webhook_id', 'project_id', 'name', 'state', 'severity'] as const;

export type HeartbeatFilter = FilterOf<typeof HEARTBEAT_FIELDS, (typeof HEARTBEAT_FILTER)[number]>;

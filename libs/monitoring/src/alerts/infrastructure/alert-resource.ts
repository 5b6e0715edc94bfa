import type { Resource } from '#shared/query/resource.js';
import { instantAt, type RollUp } from '../../persistence/roll-up-relation.js';
import { ALERT_FIELDS } from '../application/alert-info.js';
import { ALERT_STATES, RESOLVED_REASONS } from '../domain/alert.js';
import { SEVERITIES } from '#senders/plugin-api/event.js';

const text = (sql: string, required = false) => ({ type: 'text', sql: `r.${sql}`, required }) as const;
const date = (sql: string, required = true) => ({ type: 'date', sql: `r.${sql}`, required }) as const;
const count = (sql: string) => ({ type: 'number', sql: `r.${sql}`, required: true }) as const;

/** What can be asked of alerts. */
export const ALERTS: Resource = {
  name: 'Alert',
  relation: 'alert',
  id: 'alert_id',
  fields: {
    alert_id: { type: 'id', kind: 'alert', sql: 'r.alert_id', required: true },
    webhook_id: { type: 'id', kind: 'webhook', sql: 'r.webhook_id', required: true },
    project_id: text('project_id', true),
    domain_id: text('domain_id', true),
    event_key: text('event_key', true),
    state: { type: 'enum', values: ALERT_STATES, sql: 'r.state', required: true },
    resolved_reason: { type: 'enum', values: RESOLVED_REASONS, sql: 'r.resolved_reason' },
    severity: { type: 'enum', values: SEVERITIES, sql: 'r.severity', required: true },
    title: text('title', true),
    resource: {
      type: 'json',
      closed: true,
      sql: `jsonb_build_object('resource_id', r.resource_id, 'resource_type', r.resource_type, 'name', r.resource_name)`,
    },
    'resource.resource_id': text('resource_id'),
    'resource.resource_type': text('resource_type'),
    'resource.name': text('resource_name'),
    opened_at: date('opened_at'),
    resolved_at: date('resolved_at', false),
    last_received_at: date('last_received_at'),
    event_count: count('event_count'),
    duplicate_count: count('duplicate_count'),
  },
  record: ALERT_FIELDS,
  keywords: ['alert_id', 'title'],
  order: [{ key: 'opened_at', desc: true }],
  minimal: ['alert_id', 'event_key', 'state', 'severity', 'title'],
};

/** An open alert stays however long ago it was heard of. */
export function alertsSince(floor: number | undefined): Resource {
  if (floor === undefined) return ALERTS;
  const since = new Date(floor).toISOString();
  return {
    ...ALERTS,
    relation: `(select * from alert where state = 'OPEN' or last_received_at >= '${since}')`,
  };
}

export const ALERT_ROLL_UP: RollUp = {
  of: ALERTS,
  table: 'alert',
  keys: ['domain_id', 'webhook_id', 'project_id', 'state', 'severity'],
  time: 'opened_at',
  bound: (sign, at) => `opened_at ${sign} '${instantAt(at)}'`,
};

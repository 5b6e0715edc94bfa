import { lowestUuid } from '#shared/query/instant.js';
import type { Resource } from '#shared/query/resource.js';
import type { RollUp } from '../../persistence/roll-up-relation.js';
import { EVENT_FIELDS } from '../application/event-info.js';
import { EVENT_TYPES, SEVERITIES } from '#senders/plugin-api/event.js';

const text = (sql: string, required = false) => ({ type: 'text', sql: `r.${sql}`, required }) as const;

const LAST_ID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;

/** @param floor milliseconds: nothing that arrived before it */
export function newestSince(floor: number): NonNullable<Resource['newest']> {
  return ({ domain, before = LAST_ID, many }) =>
    `newest_events(${domain}, '${lowestUuid(floor)}', ${before}, ${many})`;
}

/** What can be asked of events. */
export const EVENTS: Resource = {
  name: 'Event',
  relation: 'event',
  id: 'event_id',
  fields: {
    event_id: { type: 'id', kind: 'event', sql: 'r.event_id', required: true },
    event_key: text('event_key', true),
    event_type: { type: 'enum', values: EVENT_TYPES, sql: 'r.event_type', required: true },
    title: text('title', true),
    description: { ...text('description', true), long: true },
    severity: { type: 'enum', values: SEVERITIES, sql: 'r.severity', required: true },
    rule: text('rule'),
    resource: {
      type: 'json',
      closed: true,
      sql: `jsonb_build_object('resource_id', r.resource_id, 'resource_type', r.resource_type, 'name', r.resource_name)`,
    },
    'resource.resource_id': text('resource_id'),
    'resource.resource_type': text('resource_type'),
    'resource.name': text('resource_name'),
    provider: text('provider'),
    account: text('account'),
    image_url: text('image_url'),
    raw_data: { type: 'json', sql: 'r.raw_data' },
    additional_info: { type: 'json', sql: 'r.additional_info' },
    alert_id: { type: 'id', kind: 'alert', sql: 'r.alert_id', required: true },
    webhook_id: { type: 'id', kind: 'webhook', sql: 'r.webhook_id', required: true },
    project_id: text('project_id', true),
    domain_id: text('domain_id', true),
    delivery_id: { type: 'id', kind: 'delivery', sql: 'r.delivery_id', required: true },
    plugin_info: {
      type: 'json',
      closed: true,
      sql: `jsonb_build_object('plugin_id', r.plugin_id, 'version', r.plugin_version)`,
    },
    'plugin_info.plugin_id': text('plugin_id', true),
    'plugin_info.version': text('plugin_version', true),
    // The arrival is in the id: so partitions are chosen, and an index has the order.
    created_at: { type: 'date', sql: 'r.created_at', idTime: 'r.event_id', required: true },
    occurred_at: { type: 'date', sql: 'r.occurred_at', required: true },
    stored_at: { type: 'date', sql: 'r.stored_at', required: true },
  },
  synonyms: { resource_id: 'resource.resource_id' },
  record: EVENT_FIELDS,
  keywords: ['event_id', 'title'],
  order: [{ key: 'created_at', desc: true }],
  newest: newestSince(0),
  minimal: ['event_id', 'event_key', 'event_type', 'title', 'severity', 'alert_id'],
};

export function eventsSince(floor: number | undefined): Resource {
  if (floor === undefined) return EVENTS;
  return {
    ...EVENTS,
    relation: `(select * from event where event_id >= '${lowestUuid(floor)}')`,
    newest: newestSince(floor),
  };
}

export const EVENT_ROLL_UP: RollUp = {
  of: EVENTS,
  table: 'event',
  keys: ['domain_id', 'webhook_id', 'project_id', 'event_type', 'severity'],
  time: 'created_at',
  bound: (sign, at) => `event_id ${sign} '${lowestUuid(at)}'`,
};

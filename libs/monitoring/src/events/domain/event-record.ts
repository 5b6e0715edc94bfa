import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';
import { EVENT_TYPES, SEVERITIES } from '#senders/plugin-api/event.js';

export const RESOURCE_FIELD = {
  type: 'object',
  name: 'EventResource',
  fields: {
    resource_id: { type: 'text', nullable: true },
    resource_type: { type: 'text', nullable: true },
    name: { type: 'text', column: 'resource_name', nullable: true },
  },
} as const;

export const LABELS_FIELD = {
  type: 'labels',
  description:
    'The labels, tags, dimensions or custom details that the sender sends, and over them those of `settings.labels` of the ' +
    'webhook. A label is a field of queries: `labels.team`. `{}` for events from before version 0.3.',
  example: { alertname: 'DiskAlmostFull', team: 'shop', severity: 'critical' },
} as const;

/**
 * Many senders have the labels as a member of what becomes `raw_data`. If the event has exactly these, they are not stored again:
 * the column then has the name of the member. Not if `raw_data` may be too large for the row of the event, because reading the
 * labels would then read it from elsewhere. An alert has a copy of its own, which is indexed.
 */
const LABELS_MEMBER = 'labels';
const MAX_RAW_DATA_IN_ROW = 1_500;
/** SQL of the value of the column, from the labels and `raw_data` of a new event. */
export const STORED_LABELS = `case
  when pg_column_size(raw_data) <= ${MAX_RAW_DATA_IN_ROW} and labels = raw_data -> '${LABELS_MEMBER}' then '"${LABELS_MEMBER}"'
  else labels end`;
const EVENT_LABELS = `case when r.labels = '"${LABELS_MEMBER}"' then r.raw_data -> '${LABELS_MEMBER}' else r.labels end`;

export const LINKS_FIELD = {
  type: 'list',
  name: 'EventLink',
  description:
    'Pages about the alarm. Usual names are runbook, dashboard, panel, generator, source (the page of the alarm at its sender), ' +
    'silence, and image.',
  example: [{ name: 'runbook', url: 'https://runbooks.example.com/disk' }],
  fields: {
    name: { type: 'text' },
    url: { type: 'text', description: 'http or https.' },
  },
} as const;

export const SOURCE_NAME_FIELD = {
  type: 'text',
  column: 'webhook_name',
  nullable: true,
  description: 'The name that the webhook had when the event was stored.',
} as const;

/** The member of `additional_info` with the number of times that notifications have passed an alarm on. */
export const HOPS_INFO = 'tocsin_hops';

/** An alarm of a monitoring system, in a schema common to all of them. */
export const EVENT_FIELDS = {
  event_id: { type: 'id', kind: 'event' },
  event_key: {
    type: 'text',
    description:
      'The identifier of the problem. All alarms of a problem and its recovery have the same event key.',
  },
  event_type: { type: 'enum', name: 'EventType', values: EVENT_TYPES },
  title: { type: 'text', max: 1024 },
  description: { type: 'text', long: true },
  severity: { type: 'enum', name: 'Severity', values: SEVERITIES, ranked: true },
  rule: { type: 'text', nullable: true },
  resource: RESOURCE_FIELD,
  provider: { type: 'text', nullable: true },
  account: { type: 'text', nullable: true },
  image_url: { type: 'text', nullable: true, description: 'The address of an image: http or https.' },
  labels: { ...LABELS_FIELD, computed: EVENT_LABELS },
  links: LINKS_FIELD,
  raw_data: { type: 'json', description: 'The part of the payload that the event was parsed from.' },
  additional_info: {
    type: 'json',
    objects: true,
    description: 'What the sender says and no other field contains.',
  },
  alert_id: {
    type: 'id',
    kind: 'alert',
    description: 'The alert that the event belongs to. An ALERT and its RECOVERY belong to the same alert.',
  },
  webhook_id: { type: 'id', kind: 'webhook' },
  project_id: { type: 'callerId' },
  domain_id: { type: 'callerId' },
  delivery_id: { type: 'id', kind: 'delivery' },
  plugin_info: {
    type: 'object',
    name: 'EventPluginInfo',
    description: 'The plugin that parsed the event, and its version.',
    fields: {
      plugin_id: { type: 'text', example: 'prometheus' },
      version: { type: 'text', column: 'plugin_version', example: '1.0.0' },
    },
  },
  // The id contains the arrival: conditions on it select the partitions, and its index gives the order.
  created_at: { type: 'date', idTime: 'r.event_id', description: 'When the delivery of the event arrived.' },
  occurred_at: {
    type: 'date',
    description:
      'When the alarm occurred, as the sender states it. If the sender states no time, the arrival.',
  },
  started_at: {
    type: 'date',
    computed: `case when r.event_type = 'RECOVERY' then r.started_at else r.occurred_at end`,
    nullable: true,
    description:
      'When the problem began, as the sender states it; else, the arrival. `null` for a RECOVERY that does not say when its ' +
      'problem began.',
  },
  source: {
    type: 'object',
    name: 'EventSource',
    description: 'Where the event came from.',
    fields: {
      name: SOURCE_NAME_FIELD,
      plugin_id: { type: 'text', column: 'plugin_id', example: 'prometheus' },
    },
  },
  stored_at: { type: 'date', description: 'When the event was stored.' },
} as const satisfies RecordFields;

export type EventInfo = InfoOf<typeof EVENT_FIELDS>;

export const EVENT_FILTER = [
  'event_id',
  'event_key',
  'event_type',
  'severity',
  'resource_id',
  'provider',
  'account',
  'alert_id',
  'webhook_id',
  'project_id',
] as const;

export type EventFilter = FilterOf<typeof EVENT_FIELDS, (typeof EVENT_FILTER)[number]>;

/** The keyword fields of events and alerts beside id and title. */
export const FURTHER_KEYWORDS = [
  'rule',
  'description',
  'resource.name',
  'resource.resource_id',
  'labels',
  'source.name',
];

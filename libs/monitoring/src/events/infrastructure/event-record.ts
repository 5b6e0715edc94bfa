import { formatId } from '#shared/kernel/ids.js';
import { parseJson } from '#shared/kernel/json.js';
import {
  id,
  instant,
  json,
  object,
  text,
  word,
  RecordSerializer,
} from '#shared/platform/persistence/record-serializer.js';
import type { EventInfo } from '../application/event-info.js';

/** JSON as text, because the driver's own parser would cut long numbers. */
export const EVENT_COLUMNS = `
  event_id, event_key, event_type, title, description, severity, rule, resource_id, resource_type, resource_name,
  provider, account, image_url, raw_data::text, additional_info::text, alert_id, webhook_id, project_id, domain_id,
  delivery_id, plugin_id, plugin_version, created_at, occurred_at, stored_at`;

/** As {@link eventInfo} tells it, for lists. */
export const EVENT_RECORD = new RecordSerializer<keyof EventInfo>({
  event_id: id('event', 'event_id'),
  event_key: text('event_key'),
  event_type: word('event_type'),
  title: text('title'),
  description: text('description'),
  severity: word('severity'),
  rule: text('rule'),
  resource: object({
    resource_id: text('resource_id'),
    resource_type: text('resource_type'),
    name: text('resource_name'),
  }),
  provider: text('provider'),
  account: text('account'),
  image_url: text('image_url'),
  raw_data: json('raw_data'),
  additional_info: json('additional_info'),
  alert_id: id('alert', 'alert_id'),
  webhook_id: id('webhook', 'webhook_id'),
  project_id: text('project_id'),
  domain_id: text('domain_id'),
  delivery_id: id('delivery', 'delivery_id'),
  plugin_info: object({ plugin_id: text('plugin_id'), version: text('plugin_version') }),
  created_at: instant('created_at'),
  occurred_at: instant('occurred_at'),
  stored_at: instant('stored_at'),
});

type Plain = Omit<
  EventInfo,
  'resource' | 'raw_data' | 'additional_info' | 'plugin_info' | 'created_at' | 'occurred_at' | 'stored_at'
>;

export interface EventRow extends Plain {
  readonly resource_id: string | null;
  readonly resource_type: string | null;
  readonly resource_name: string | null;
  readonly raw_data: string;
  readonly additional_info: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
  readonly created_at: Date;
  readonly occurred_at: Date;
  readonly stored_at: Date;
}

export function eventInfo(row: EventRow): EventInfo {
  return {
    event_id: formatId('event', row.event_id),
    event_key: row.event_key,
    event_type: row.event_type,
    title: row.title,
    description: row.description,
    severity: row.severity,
    rule: row.rule,
    resource: {
      resource_id: row.resource_id,
      resource_type: row.resource_type,
      name: row.resource_name,
    },
    provider: row.provider,
    account: row.account,
    image_url: row.image_url,
    raw_data: parseJson(row.raw_data),
    additional_info: parseJson(row.additional_info),
    alert_id: formatId('alert', row.alert_id),
    webhook_id: formatId('webhook', row.webhook_id),
    project_id: row.project_id,
    domain_id: row.domain_id,
    delivery_id: formatId('delivery', row.delivery_id),
    plugin_info: { plugin_id: row.plugin_id, version: row.plugin_version },
    created_at: row.created_at.toISOString(),
    occurred_at: row.occurred_at.toISOString(),
    stored_at: row.stored_at.toISOString(),
  };
}

import { formatId } from '#shared/kernel/ids.js';
import {
  id,
  instant,
  number,
  object,
  text,
  word,
  RecordSerializer,
} from '#shared/platform/persistence/record-serializer.js';
import type { AlertInfo } from '../application/alert-info.js';

/** As {@link alertInfo} tells it, for lists. */
export const ALERT_RECORD = new RecordSerializer<keyof AlertInfo>({
  alert_id: id('alert', 'alert_id'),
  webhook_id: id('webhook', 'webhook_id'),
  project_id: text('project_id'),
  domain_id: text('domain_id'),
  event_key: text('event_key'),
  state: word('state'),
  resolved_reason: word('resolved_reason'),
  severity: word('severity'),
  title: text('title'),
  resource: object({
    resource_id: text('resource_id'),
    resource_type: text('resource_type'),
    name: text('resource_name'),
  }),
  opened_at: instant('opened_at'),
  resolved_at: instant('resolved_at'),
  last_received_at: instant('last_received_at'),
  event_count: number('event_count'),
  duplicate_count: number('duplicate_count'),
});

type Times = 'opened_at' | 'resolved_at' | 'last_received_at';

export interface AlertRow extends Omit<AlertInfo, 'resource' | Times> {
  readonly resource_id: string | null;
  readonly resource_type: string | null;
  readonly resource_name: string | null;
  readonly opened_at: Date;
  readonly resolved_at: Date | null;
  readonly last_received_at: Date;
}

export function alertInfo(row: AlertRow): AlertInfo {
  return {
    alert_id: formatId('alert', row.alert_id),
    webhook_id: formatId('webhook', row.webhook_id),
    project_id: row.project_id,
    domain_id: row.domain_id,
    event_key: row.event_key,
    state: row.state,
    resolved_reason: row.resolved_reason,
    severity: row.severity,
    title: row.title,
    resource: { resource_id: row.resource_id, resource_type: row.resource_type, name: row.resource_name },
    opened_at: row.opened_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    last_received_at: row.last_received_at.toISOString(),
    event_count: row.event_count,
    duplicate_count: row.duplicate_count,
  };
}

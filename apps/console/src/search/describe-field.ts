import { nameProperty } from '../design/describe-schema.js';
import { formatDuration } from '../format.js';

/** The fields whose names people know by another word. */
const NAMES: Readonly<Record<string, string>> = {
  opened_at: 'Opened',
  created_at: 'Created',
  occurred_at: 'Occurred',
  resolved_at: 'Resolved',
  started_at: 'Started',
  acknowledged_at: 'Acknowledged',
  last_received_at: 'Last report',
  resolved_after: 'Open for',
  acknowledged_after: 'Answered after',
  event_type: 'Type',
  event_key: 'Key',
  event_count: 'Events',
  duplicate_count: 'Repeats',
  'resource.name': 'Resource',
  'source.name': 'Source',
};

/** Seconds. */
const DURATIONS = new Set(['resolved_after', 'acknowledged_after']);

/** Returns the name of a field in the head of a column. Fields inside JSON keep their paths. */
export function nameField(path: string): string {
  return NAMES[path] ?? (path.includes('.') || path.includes('[') ? path : nameProperty(path));
}

/** Returns the value of a field as people read it, or `undefined` if it is shown as it is. */
export function describeValue(path: string, value: unknown): string | undefined {
  if (DURATIONS.has(path) && typeof value === 'number') return formatDuration(value * 1_000);
  if (path === 'state' || path === 'event_type') return String(value).toLowerCase();
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined;
}

/** The fields that somebody may want as columns or conditions, besides labels and those inside JSON. */
export const FIELDS: Readonly<Record<'alerts' | 'events', readonly string[]>> = {
  alerts: [
    'opened_at',
    'severity',
    'state',
    'title',
    'labels',
    'rule',
    'resource.name',
    'source.name',
    'description',
    'assignee',
    'acknowledged',
    'acknowledged_by',
    'acknowledged_after',
    'resolved_at',
    'resolved_after',
    'resolved_by',
    'resolved_reason',
    'started_at',
    'last_received_at',
    'event_count',
    'duplicate_count',
    'project_id',
    'webhook_id',
    'event_key',
  ],
  events: [
    'created_at',
    'severity',
    'event_type',
    'title',
    'labels',
    'rule',
    'resource.name',
    'provider',
    'account',
    'description',
    'occurred_at',
    'project_id',
    'webhook_id',
    'event_key',
    'alert_id',
  ],
};

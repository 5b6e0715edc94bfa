import type { Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '#senders/plugin-api/event.js';

export interface EventResource {
  readonly resource_id: string | null;
  readonly resource_type: string | null;
  readonly name: string | null;
}

/** An alarm raised by a monitoring system, in the one schema of all of them. Times are ISO 8601 in UTC. */
export interface EventInfo {
  readonly event_id: string;
  readonly event_key: string;
  readonly event_type: EventType;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly rule: string | null;
  readonly resource: EventResource;
  readonly provider: string | null;
  readonly account: string | null;
  readonly image_url: string | null;
  /** The part of the payload that the event came from. */
  readonly raw_data: Json;
  readonly additional_info: Json;
  readonly alert_id: string;
  readonly webhook_id: string;
  readonly project_id: string;
  readonly domain_id: string;
  readonly delivery_id: string;
  readonly plugin_info: { readonly plugin_id: string; readonly version: string };
  /** When it arrived. */
  readonly created_at: string;
  /** When it happened, as the sender says; the arrival where it does not. */
  readonly occurred_at: string;
  /** When it became visible here. */
  readonly stored_at: string;
}

export const EVENT_FIELDS: readonly (keyof EventInfo)[] = [
  'event_id',
  'event_key',
  'event_type',
  'title',
  'description',
  'severity',
  'rule',
  'resource',
  'provider',
  'account',
  'image_url',
  'raw_data',
  'additional_info',
  'alert_id',
  'webhook_id',
  'project_id',
  'domain_id',
  'delivery_id',
  'plugin_info',
  'created_at',
  'occurred_at',
  'stored_at',
];

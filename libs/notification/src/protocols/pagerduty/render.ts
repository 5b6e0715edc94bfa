import type { Severity } from '#senders/plugin-api/event.js';
import type { Outgoing } from '../protocol.js';
import type { SentMessage } from '../sent-message.js';
import { summarize, type Summary } from '../summarize.js';
import type { PagerDutyOptions } from './schema.js';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  CRITICAL: 'critical',
  ERROR: 'error',
  WARNING: 'warning',
  INFO: 'info',
  NOT_AVAILABLE: 'warning',
  NONE: 'info',
};
/** Kinds that resolve an incident opened by another notification of the service. */
const RESOLVING_KINDS = new Set(['source.back']);
/** Limits of PagerDuty, in characters. */
const MAX_KEY_LENGTH = 255;
const MAX_SUMMARY_LENGTH = 1_024;

/**
 * Renders an event of the Events API v2. Changes without an action of their own trigger again: PagerDuty adds them to the
 * same incident.
 */
export function render({ subscription_id, message, options }: Outgoing): object {
  const { routing_key } = options as unknown as PagerDutyOptions;
  const summary = summarize(message);
  const event_action = selectAction(message);
  const identity = { routing_key, event_action, dedup_key: createDedupKey(message, subscription_id) };
  if (event_action !== 'trigger') return identity;
  return {
    ...identity,
    payload: {
      summary: `${summary.event}: ${summary.title}`.slice(0, MAX_SUMMARY_LENGTH).toWellFormed(),
      source: findSource(message),
      severity: mapSeverity(summary),
      timestamp: message.timestamp,
      custom_details: {
        ...Object.fromEntries(summary.facts),
        ...(summary.lines.length > 0 && { Notifications: summary.lines }),
      },
    },
    client: 'Tocsin',
    ...(summary.link !== undefined && {
      client_url: summary.link,
      links: [{ href: summary.link, text: 'Open in Tocsin' }],
    }),
  };
}

function selectAction({ type }: SentMessage): 'trigger' | 'acknowledge' | 'resolve' {
  if (type === 'alert.resolved' || RESOLVING_KINDS.has(type)) return 'resolve';
  return type === 'alert.acknowledged' ? 'acknowledge' : 'trigger';
}

/** Returns a key that is equal for all notifications about the same subject. */
function createDedupKey({ type, data }: SentMessage, subscription_id: string): string {
  if ('alert' in data) return data.alert.alert_id;
  if (!('subject' in data)) return `${type}:${subscription_id}`;
  const ids = Object.entries(data.subject).filter(([name]) => name.endsWith('_id'));
  const subjectKind = type.split('.', 1)[0];
  return [subjectKind, ...ids.map(([, id]) => String(id))].join(':').slice(0, MAX_KEY_LENGTH);
}

function findSource({ data }: SentMessage): string {
  if (!('alert' in data)) return 'tocsin';
  const { resource, project_id } = data.alert;
  return (resource.name ?? resource.resource_id ?? project_id).slice(0, MAX_SUMMARY_LENGTH).toWellFormed();
}

function mapSeverity({ severity, event }: Summary): string {
  if (severity !== null) return SEVERITIES[severity];
  return event === 'Test' ? 'info' : 'warning';
}

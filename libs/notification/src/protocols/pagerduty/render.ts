import type { Severity } from '#senders/plugin-api/event.js';
import type { Outgoing } from '../protocol.js';
import type { AlertNotice, SentMessage } from '../sent-message.js';
import { summarize, type Summary } from '../summarize.js';
import type { PlannedEvent } from './plan-events.js';
import type { PagerDutyOptions } from './schema.js';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  CRITICAL: 'critical',
  ERROR: 'error',
  WARNING: 'warning',
  INFO: 'info',
  NOT_AVAILABLE: 'warning',
  NONE: 'info',
};
/** A limit of PagerDuty, in characters. */
const MAX_SUMMARY_LENGTH = 1_024;

/** Renders an event of the Events API v2. */
export function render(outgoing: Outgoing, { action, dedup_key }: PlannedEvent): object {
  const { message, options, body } = outgoing;
  const { routing_key } = options as unknown as PagerDutyOptions;
  const identity = { routing_key, event_action: action, dedup_key };
  if (action !== 'trigger') return identity;
  const summary = summarize(outgoing);
  return {
    ...identity,
    payload: {
      summary: `${summary.event}: ${summary.title}`.slice(0, MAX_SUMMARY_LENGTH).toWellFormed(),
      source: findSource(message),
      severity: mapSeverity(summary),
      timestamp: message.timestamp,
      custom_details: {
        ...Object.fromEntries(summary.facts),
        ...('alert' in message.data && body === undefined
          ? describeAlert(message.data.alert)
          : summary.lines.length > 0 && { Notifications: summary.lines }),
      },
    },
    client: 'Tocsin',
    ...(summary.links.length > 0 && {
      client_url: summary.links.at(-1)?.url,
      links: summary.links.map(({ text, url }) => ({ href: url, text })),
    }),
  };
}

function describeAlert({ description, labels }: AlertNotice['data']['alert']): object {
  return {
    ...(description !== '' && { Description: description }),
    ...(Object.keys(labels).length > 0 && { Labels: labels }),
  };
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

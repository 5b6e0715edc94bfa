import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '#shared/kernel/domain-error.js';
import { tryParseId } from '#shared/kernel/ids.js';
import type { Json } from '#shared/kernel/json.js';
import { parseIsoTimestamp } from '#shared/query/instant.js';
import {
  readText,
  requireText,
  type InboundAct,
  type InboundReading,
  type InboundRequest,
  type InboundWebhooks,
} from '../inbound.js';
import type { PagerDutyOptions } from './schema.js';

const SIGNATURE_HEADER = 'x-pagerduty-signature';
/** PagerDuty signs with each secret that is valid. More are somebody's attempts. */
const MAX_SIGNATURES = 10;
const KINDS: Readonly<Record<string, InboundAct['kind']>> = {
  'incident.acknowledged': 'acknowledge',
  'incident.unacknowledged': 'unacknowledge',
  // Opened again, an incident waits for somebody.
  'incident.reopened': 'unacknowledge',
  'incident.resolved': 'resolve',
};
const PERSONS: ReadonlySet<string> = new Set(['user', 'user_reference']);

/** Webhooks V3 (https://developer.pagerduty.com/docs/webhooks-overview). */
export const PAGERDUTY_WEBHOOKS: InboundWebhooks = {
  findForgery,
  read,
  getShown: ({ dedup_key, opened_at }) => ({ key: dedup_key, openedAt: opened_at }),
};

/** The header has one signature for each secret that is valid (https://developer.pagerduty.com/docs/verifying-webhook-signatures). */
function findForgery({ body, headers }: InboundRequest, options: object): string | undefined {
  const { webhook_secret } = options as PagerDutyOptions;
  if (webhook_secret === undefined)
    return 'The subscription has no webhook_secret: set options.webhook_secret to the secret that PagerDuty gave for this webhook';
  const header = headers[SIGNATURE_HEADER];
  if (header === undefined) return 'The header X-PagerDuty-Signature is missing';
  const expected = createHmac('sha256', webhook_secret).update(body).digest();
  const isValid = header
    .split(',', MAX_SIGNATURES)
    .map((one) => /^\s*v1=([\da-f]{64})\s*$/i.exec(one)?.[1])
    .some((hex) => hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected));
  return isValid ? undefined : 'The header X-PagerDuty-Signature has no valid signature of this body';
}

function read(body: Json): InboundReading {
  const type = requireText(body, 'event.event_type', 'send webhooks V3');
  const kind = KINDS[type];
  if (kind === undefined) return { ignored: `${type.slice(0, 100)} changes no alert` };
  const event_id = requireText(body, 'event.id', 'send webhooks V3');
  const occurred_at = parseIsoTimestamp(requireText(body, 'event.occurred_at', 'send webhooks V3'));
  if (occurred_at === undefined)
    throw DomainError.invalid('event.occurred_at', 'must be a time like 2026-11-20T10:00:00.000Z');
  const key = readText(body, 'event.data.incident_key');
  const alert_id = key === null ? undefined : tryParseId('alert', key.replace(/:2$/, ''));
  if (key === null || alert_id === undefined) return { ignored: 'The incident is not about an alert' };
  const reason = readText(body, 'event.data.resolve_reason.type');
  const isMerged = kind === 'resolve' && reason !== null && /merge/i.test(reason);
  const isPerson = PERSONS.has(readText(body, 'event.agent.type') ?? '') && !isMerged;
  return {
    ...{ kind, alert_id, key, event_id, occurred_at, comment: null },
    person: isPerson ? (readText(body, 'event.agent.summary') ?? readText(body, 'event.agent.id')) : null,
    description: isMerged
      ? 'PagerDuty merged the incident into another one'
      : 'PagerDuty resolved the incident, no person did',
  };
}

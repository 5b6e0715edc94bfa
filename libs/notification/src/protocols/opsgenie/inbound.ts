import { hash } from 'node:crypto';
import { tryParseId } from '#shared/kernel/ids.js';
import type { Json } from '#shared/kernel/json.js';
import {
  readDigits,
  readText,
  requireText,
  type InboundAct,
  type InboundReading,
  type InboundWebhooks,
} from '../inbound.js';

const KINDS: Readonly<Record<string, InboundAct['kind']>> = {
  acknowledge: 'acknowledge',
  unacknowledge: 'unacknowledge',
  close: 'resolve',
};
const REMEDY = 'send the webhook of an integration of type Webhook';
/** Where acts come from that no person made: requests to the API, which are those of the service too, policies and time. */
const AUTOMATIONS = /^(?:api|system|polic|automat|integration|rule|heartbeat|opsgenie)/i;
/** What is shown as the user of such acts. */
const NO_PERSONS = /^(?:system|alert api|tocsin|opsgenie)$/i;
/** From this many digits on, a time is in microseconds or nanoseconds. */
const DIGITS_OF_MILLISECONDS = 13;

/** Webhooks of Opsgenie and Jira Service Management (https://support.atlassian.com/opsgenie/docs/integrate-opsgenie-with-webhook/). */
export const OPSGENIE_WEBHOOKS: InboundWebhooks = {
  read,
  getShown: ({ alias, opened_at }) => ({ key: alias, openedAt: opened_at }),
};

function read(body: Json, subscription_id: string): InboundReading {
  const action = requireText(body, 'action', REMEDY);
  const kind = KINDS[action.toLowerCase()];
  if (kind === undefined) return { ignored: `${action.slice(0, 100)} changes no alert` };
  const key = requireText(body, 'alert.alias', REMEDY);
  const prefix = `${subscription_id}:`;
  const alert_id = key.startsWith(prefix)
    ? tryParseId('alert', key.slice(prefix.length).replace(/:2$/, ''))
    : undefined;
  if (alert_id === undefined) return { ignored: 'The alert is none of this subscription' };
  const updatedAt = readDigits(body, 'alert.updatedAt');
  const type = readText(body, 'source.type') ?? '';
  const username = readText(body, 'alert.username');
  const isPerson = username !== null && !AUTOMATIONS.test(type) && !NO_PERSONS.test(username);
  return {
    ...{ kind, alert_id, key },
    person: isPerson ? username : null,
    comment: readText(body, 'alert.note'),
    description: 'Opsgenie closed the alert, no person did',
    // Opsgenie gives no id. One that is sent again has the same time.
    event_id: updatedAt === null ? hash('sha256', JSON.stringify(body)) : `${key} ${kind} ${updatedAt}`,
    occurred_at: updatedAt === null ? null : new Date(Number(updatedAt.slice(0, DIGITS_OF_MILLISECONDS))),
  };
}

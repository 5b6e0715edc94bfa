import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import type { FoundAlarm } from '../../vocabulary/alarm-finder.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { instant } from '../../vocabulary/instant.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';

/** Finds the alarm in a form with JSON in the field `alert` or `deployment`, or in that JSON itself. */
function findAlert(body: Json): readonly FoundAlarm[] | undefined {
  if (!isObject(body)) return undefined;
  if ('alert_url' in body && 'short_description' in body) return [{ value: body, pointer: '' }];
  const name = ['alert', 'deployment'].find((field) => isObject(parseEmbeddedJson(body[field])));
  const value = parseEmbeddedJson(body[name ?? '']);
  return isObject(value) && ('application_name' in value || 'alert_url' in value)
    ? [{ value, pointer: `/${name}` }]
    : undefined;
}

function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored {
  if (alarm.pointer === '/deployment') return ignored('a deployment: no alarm');
  const descriptionText = text('short_description', 'long_description')(alarm) ?? '';
  if (/\b(?:ended|closed|recovered|resolved|cancell?ed)\b/i.test(descriptionText)) return 'RECOVERY';
  return /\backnowledged\b/i.test(descriptionText) ? 'ACKNOWLEDGED' : 'ALERT';
}

export const namedResource = firstOf(
  resource('application', text('application_name')),
  resource('server', text('server_name')),
);

/** The webhook of the first generation of APM alerts, which accounts with old agents still use. */
export const APM_ALERT: AlarmFormat = {
  alarms: findAlert,
  expects: {
    body: 'a form with `alert`, the JSON of an alert of APM',
    identity: '`alert_url`',
    state: '`short_description`',
  },
  event_key: firstOf(
    (alarm) => /\/incidents\/(\d+)/.exec(text('alert_url')(alarm) ?? '')?.[1],
    text('application_name', 'server_name', 'key_transaction_name'),
    text('alert_url'),
  ),
  event_type: deriveEventType,
  acknowledgement: { occurred_at: instant('created_at') },
  title: text('short_description', 'message'),
  description: joined('\n', text('message'), text('long_description')),
  severity: severity('severity'),
  resource: firstOf(namedResource, resource('server', text('servers[0].name', 'server_events[0].server'))),
  provider: () => 'newrelic',
  account: text('account_name'),
  occurred_at: instant('created_at'),
  links: { source: link('alert_url') },
  additional_info: { servers: text('servers') },
  additional_info_0_2: { alert_url: text('alert_url') },
};

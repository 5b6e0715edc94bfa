import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import type { Found } from '../../vocabulary/alarms.js';
import { embeddedOf } from '../../vocabulary/embedded.js';
import { instant } from '../../vocabulary/instant.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender, type Taken } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';

/** Finds the alarm in a form with JSON in the field `alert` or `deployment`, or in that JSON itself. */
function posted(body: Json): readonly Found[] | undefined {
  if (!isObject(body)) return undefined;
  if ('alert_url' in body && 'short_description' in body) return [{ value: body, pointer: '' }];
  const name = ['alert', 'deployment'].find((field) => isObject(embeddedOf(body[field])));
  const value = embeddedOf(body[name ?? '']);
  return isObject(value) && ('application_name' in value || 'alert_url' in value)
    ? [{ value, pointer: `/${name}` }]
    : undefined;
}

function stateOf(alarm: Alarm): EventType | Taken | Ignored {
  if (alarm.pointer === '/deployment') return ignored('a deployment: no alarm');
  const said = text('short_description', 'long_description')(alarm) ?? '';
  if (/\b(?:ended|closed|recovered|resolved|cancell?ed)\b/i.test(said)) return 'RECOVERY';
  return /\backnowledged\b/i.test(said) ? 'ACKNOWLEDGED' : 'ALERT';
}

export const namedResource = firstOf(
  resource('application', text('application_name')),
  resource('server', text('server_name')),
);

/** The webhook of the first generation of APM alerts, which accounts with old agents still use. */
export const APM_ALERT: Sender = {
  alarms: posted,
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
  event_type: stateOf,
  taken: { occurred_at: instant('created_at') },
  title: text('short_description', 'message'),
  description: joined('\n', text('message'), text('long_description')),
  severity: severity('severity'),
  resource: firstOf(namedResource, resource('server', text('servers[0].name', 'server_events[0].server'))),
  provider: () => 'newrelic',
  account: text('account_name'),
  occurred_at: instant('created_at'),
  additional_info: { alert_url: text('alert_url'), servers: text('servers') },
};

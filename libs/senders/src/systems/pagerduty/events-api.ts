import type { EventType } from '../../plugin-api/event.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const ACTIONS: Readonly<Record<string, EventType | AcknowledgementType | Ignored>> = {
  trigger: 'ALERT',
  resolve: 'RECOVERY',
  // The event has no author, and `timestamp` is that of the problem.
  acknowledge: 'ACKNOWLEDGED',
};
const summary = text('payload.summary');
const source = text('payload.source');

/** Events API v2, which most senders for PagerDuty use. */
export const EVENTS_V2: AlarmFormat = {
  alarms: singleOrList(wholeBody('event_action', 'routing_key')),
  expects: {
    body: 'an event of PagerDuty (an object with `event_action`)',
    identity: '`dedup_key` or `payload.summary`',
    state: '`event_action` trigger, acknowledge or resolve',
  },
  event_key: firstOf(text('dedup_key'), joined('/', source, text('payload.component'), summary)),
  event_type: firstOf(word(ACTIONS, 'event_action'), (alarm) =>
    text('event_action')(alarm) === undefined ? ignored('a change event: no alarm') : undefined,
  ),
  title: firstOf(
    summary,
    joined(' ', text('dedup_key'), (alarm) =>
      text('event_action')(alarm) === 'resolve' ? 'is resolved' : undefined,
    ),
  ),
  description: firstOf(
    text(
      'payload.custom_details.description',
      'payload.custom_details.message',
      'payload.custom_details.details',
      'payload.custom_details.body',
      'payload.custom_details',
    ),
    (alarm) => {
      const details = value('payload.custom_details')(alarm);
      return details === undefined ? undefined : JSON.stringify(details, null, 2);
    },
    summary,
  ),
  severity: severity('payload.severity'),
  rule: text('payload.class'),
  resource: resource('component', firstOf(text('payload.component'), source), source),
  provider: () => 'pagerduty',
  image_url: link('images[0].src'),
  occurred_at: instant('payload.timestamp'),
  additional_info: {
    event_action: text('event_action'),
    source,
    component: text('payload.component'),
    group: text('payload.group'),
    class: text('payload.class'),
    custom_details: value('payload.custom_details'),
    client: text('client'),
    client_url: text('client_url'),
    links: value('links'),
    images: value('images'),
  },
};

/** Events API v1, which old senders still use. */
export const EVENTS_V1: AlarmFormat = {
  alarms: singleOrList(wholeBody('service_key')),
  expects: {
    body: 'an event of Events API v1 (an object with `service_key`)',
    identity: '`incident_key` or `description`',
    state: '`event_type` trigger, acknowledge or resolve',
  },
  event_key: text(
    'incident_key',
    'details.check_id',
    'details.checkid',
    'details.AlarmArn',
    'details.AlarmName',
    'description',
    'details.check_name',
  ),
  event_type: word(ACTIONS, 'event_type'),
  title: text('description', 'details.check_name', 'details.AlarmName', 'incident_key'),
  description: text(
    'details.long_description',
    'details.NewStateReason',
    'details.description',
    'details',
    'description',
  ),
  severity: severity('details.severity', 'details.priority', 'details.importance_level'),
  resource: firstOf(
    resource('host', text('details.host', 'details.hostname')),
    resource('website', text('details.check_name', 'details.check_params.hostname')),
    resource('alarm', text('details.AlarmName'), text('details.AlarmArn', 'details.AlarmName')),
    resource('host', text('client')),
  ),
  provider: () => 'pagerduty',
  occurred_at: instant('details.state_changed_timestamp', 'details.StateChangeTime', 'details.timestamp'),
  additional_info: {
    details: value('details'),
    client: text('client'),
    client_url: text('client_url'),
    contexts: value('contexts'),
  },
};

import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, toLabels } from '../../vocabulary/labels.js';
import { firstAt, value, type Path } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const ACTIONS: Readonly<Record<string, EventType | AcknowledgementType | Ignored>> = {
  trigger: 'ALERT',
  resolve: 'RECOVERY',
  // The event has no author, and `timestamp` is that of the problem.
  acknowledge: 'ACKNOWLEDGED',
};
const summary = text('payload.summary');
const source = text('payload.source');
const component = text('payload.component');

const MAX_LABEL_LENGTH = 250;
const TIME_NAME = /(?:time|timestamp|date)$/i;

/** Returns whether one of the details is a label: one short line, and no time. */
function isLabel(name: string, detail: Json): boolean {
  const said = textOf(detail);
  return (
    said !== undefined && said.length <= MAX_LABEL_LENGTH && !said.includes('\n') && !TIME_NAME.test(name)
  );
}

/** Returns readers for the details at this path: those that are labels, and the others except for the description. */
export function detailReaders(path: Path, description: Reader<string>) {
  const details = firstAt([path], (from) => (isObject(from) ? from : undefined));
  const select = (wanted: boolean) => (alarm: Alarm) => {
    const prose = description(alarm);
    const found = Object.entries(details(alarm) ?? {}).filter(
      ([name, detail]) =>
        detail !== null &&
        (prose === undefined || textOf(detail) !== prose) &&
        isLabel(name, detail) === wanted,
    );
    return found.length === 0 ? undefined : Object.fromEntries(found);
  };
  const labelDetails = select(true);
  return { labels: (alarm: Alarm) => toLabels(labelDetails(alarm) ?? null), further: select(false) };
}

const MAX_LINKS = 20;
const isAddress = (text: string | undefined): boolean => /^https?:\/\/\S+$/i.test(text ?? '');

/** Returns a reader for the first address in a list of links (`{href, text}`) whose text or address has the wanted word. */
function listedLink(path: Path, wanted: RegExp): Reader<string> {
  return firstAt([path], (from) => {
    const found = (Array.isArray(from) ? from : [])
      .slice(0, MAX_LINKS)
      .find(
        (one: Json) =>
          isObject(one) &&
          isAddress(textOf(one['href'])) &&
          wanted.test(`${textOf(one['text']) ?? ''} ${textOf(one['href'])}`),
      ) as Json | undefined;
    return isObject(found) ? textOf(found['href']) : undefined;
  });
}

/** Returns readers for the links of an event, of which the sender has a list at this path. */
const linksAt = (path: Path) => ({
  source: link('client_url'),
  runbook: listedLink(path, /run-?book|playbook/i),
  dashboard: listedLink(path, /dashboard/i),
  silence: listedLink(path, /silence/i),
});

const descriptionV2 = text(
  'payload.custom_details.description',
  'payload.custom_details.message',
  'payload.custom_details.details',
  'payload.custom_details.body',
  'payload.custom_details',
);

const detailsV2 = detailReaders('payload.custom_details', descriptionV2);

/** Events API v2, which most senders for PagerDuty use. */
export const EVENTS_V2: AlarmFormat = {
  alarms: singleOrList(wholeBody('event_action', 'routing_key')),
  expects: {
    body: 'an event of PagerDuty (an object with `event_action`)',
    identity: '`dedup_key` or `payload.summary`',
    state: '`event_action` trigger, acknowledge or resolve',
  },
  event_key: firstOf(text('dedup_key'), joined('/', source, component, summary)),
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
    descriptionV2,
    (alarm) => {
      const details = value('payload.custom_details')(alarm);
      return details === undefined ? undefined : JSON.stringify(details, null, 2);
    },
    summary,
  ),
  severity: severity('payload.severity'),
  rule: text('payload.class'),
  resource: resource('component', firstOf(component, source), source),
  provider: () => 'pagerduty',
  image_url: link('images[0].src'),
  occurred_at: instant('payload.timestamp'),
  labels: allLabels(detailsV2.labels, labelled({ group: text('payload.group') })),
  links: linksAt('links'),
  additional_info: {
    event_action: text('event_action'),
    custom_details: detailsV2.further,
    client: text('client'),
    links: value('links'),
    images: value('images'),
  },
  additional_info_0_2: {
    source,
    component,
    group: text('payload.group'),
    class: text('payload.class'),
    custom_details: value('payload.custom_details'),
    client_url: text('client_url'),
  },
};

const descriptionV1 = text(
  'details.long_description',
  'details.NewStateReason',
  'details.description',
  'details',
  'description',
);

const detailsV1 = detailReaders('details', descriptionV1);

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
  description: descriptionV1,
  severity: severity('details.severity', 'details.priority', 'details.importance_level'),
  resource: firstOf(
    resource('host', text('details.host', 'details.hostname')),
    resource('website', text('details.check_name', 'details.check_params.hostname')),
    resource('alarm', text('details.AlarmName'), text('details.AlarmArn', 'details.AlarmName')),
    (alarm) => (alarm.delivery.words === '0.2' ? resource('host', text('client'))(alarm) : undefined),
  ),
  provider: () => 'pagerduty',
  occurred_at: instant('details.state_changed_timestamp', 'details.StateChangeTime', 'details.timestamp'),
  labels: detailsV1.labels,
  links: linksAt('contexts'),
  additional_info: {
    details: detailsV1.further,
    client: text('client'),
    contexts: value('contexts'),
  },
  additional_info_0_2: { details: value('details'), client_url: text('client_url') },
};

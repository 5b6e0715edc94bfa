import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined, text, link } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType> = {
  triggered: 'ALERT',
  firing: 'ALERT',
  open: 'ALERT',
  active: 'ALERT',
  resolved: 'RECOVERY',
  closed: 'RECOVERY',
};

const name = text('alert_name');
/** The name contains at most the tag of a monitor and a few words. */
const MAX_NAME_LENGTH = 1_000;

/** Returns the name of an alert of version 4 without its state and time: `Alert shop for STATUS DOWN TRIGGERED at …`. */
const stableName = (alarm: Alarm): string | undefined =>
  name(alarm)
    ?.slice(0, MAX_NAME_LENGTH)
    .replace(/ (?:TRIGGERED|RESOLVED) at \S{1,40}$/, '');

/** Version 4 names the monitor only in the address of its page and in the name of the alert. */
const monitor = firstOf(
  text('monitor_tag'),
  (alarm: Alarm) =>
    /\/monitors\/([^/?#]{1,200})/.exec(text('alert_cta_url')(alarm)?.slice(0, MAX_NAME_LENGTH) ?? '')?.[1],
  (alarm: Alarm) => /^Alert (\S{1,200}) for /.exec(name(alarm)?.slice(0, MAX_NAME_LENGTH) ?? '')?.[1],
);

/** The default body of version 4. The users of a trigger can change it, but the variables keep their names. */
const KENER_4: AlarmFormat = {
  alarms: wholeBody('alert_status'),
  expects: {
    body: 'the default body of a webhook of Kener 4: an object with `alert_id` and `alert_status`',
    identity: '`alert_id`, or `alert_for` and the monitor',
    state: '`alert_status` TRIGGERED or RESOLVED',
  },
  event_key: firstOf(text('alert_id'), joined('/', monitor, text('alert_for'), text('alert_value'))),
  event_type: word(STATES, 'alert_status'),
  title: stableName,
  description: text('alert_message'),
  severity: severity('alert_severity'),
  state: text('alert_value'),
  rule: joined(' ', text('alert_for'), text('alert_value')),
  resource: resource('monitor', monitor),
  provider: () => 'kener',
  // The time when the alert was triggered, also in the message that it is resolved.
  started_at: instant('alert_timestamp'),
  labels: labelled({ site: text('site_name') }),
  links: { source: link('alert_cta_url') },
  additional_info: {
    status: text('alert_status'),
    incident: link('alert_incident_url'),
    failure_threshold: value('alert_failure_threshold'),
    success_threshold: value('alert_success_threshold'),
  },
  additional_info_0_2: { site: text('site_name'), link: link('alert_cta_url') },
};

const KENER_3: AlarmFormat = {
  alarms: wholeBody('alert_name', 'id'),
  expects: {
    body: 'the body of a Kener webhook: an object with `id`, `alert_name` and `status`',
    identity: '`id` or `alert_name`',
    state: '`status` TRIGGERED or RESOLVED',
  },
  event_key: text('id', 'alert_name'),
  event_type: word(STATES, 'status'),
  title: text('alert_name'),
  description: text('description'),
  severity: severity('severity'),
  rule: text('alert_name'),
  resource: resource('monitor', text('details.metric', 'details.monitor', 'alert_name')),
  provider: () => 'kener',
  occurred_at: instant('timestamp'),
  links: { source: link('actions[0].url') },
  additional_info: {
    status: text('status'),
    source: text('source'),
    current_value: value('details.current_value'),
    threshold: value('details.threshold'),
    details: value('details'),
    actions: value('actions'),
  },
  additional_info_0_2: { link: link('actions[0].url') },
};

/** The webhook trigger of Kener. */
export const kener: Plugin = {
  plugin_id: 'kener',
  version: '1.1.0',
  name: 'Kener',
  provider: 'kener',
  docs: loadGuide('systems/kener'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/kener'),
  recognises: recogniseAny(
    recogniseBy('alert_id', ['alert_status', /^(?:TRIGGERED|RESOLVED)$/], 'alert_for', 'alert_value'),
    recogniseBy(['status', /^(?:TRIGGERED|RESOLVED)$/], 'alert_name'),
    recogniseBy(['source', /^kener$/i], 'alert_name', 'status'),
    recogniseBy('alert_name', ['status', /^(?:TRIGGERED|RESOLVED)$/], 'details.metric'),
  ),
  parse: createMultiFormatParser(KENER_4, KENER_3),
};

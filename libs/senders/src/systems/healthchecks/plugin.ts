import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { allLabels, labelled, toTags, type Labels } from '../../vocabulary/labels.js';
import { OWN_LINKS } from '../../vocabulary/own-labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import {
  createParser,
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined, text } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const eventTypeByState = dictionary<EventType | AcknowledgementType | Ignored>({
  trigger: 'ALERT',
  down: 'ALERT',
  resolve: 'RECOVERY',
  up: 'RECOVERY',
  acknowledge: 'ACKNOWLEDGED',
  grace: ignored('status grace: late, not yet down'),
  paused: ignored('status paused'),
  new: ignored('status new: no ping yet'),
  started: ignored('status started: running'),
});
export const name = fuzzyField('name', 'check_name', 'slug');
const state = fuzzyField('status', 'event_type', 'state', 'check_status');
export const checkId = fuzzyField(
  'incident_key',
  'code',
  'check',
  'uuid',
  'unique_key',
  'check_id',
  'check_uuid',
  'id',
);

const ownTitle = fuzzyField('title');
export const nameAndState = joined(' is ', name, (alarm) => state(alarm)?.toUpperCase());
/** The first line of the description. It is the title of the PagerDuty form, which has neither a name nor a title. */
const firstDescriptionLine: Reader<string> = (alarm) =>
  fuzzyField('description')(alarm)?.split('\n', 1)[0]?.trim();

const title = firstOf(
  ownTitle,
  (alarm) => (name(alarm) === undefined ? firstDescriptionLine(alarm) : undefined),
  nameAndState,
);
export const description = fuzzyField(
  'description',
  'details',
  'desc',
  'message',
  'failure_reason',
  'exit_status',
);

const tagText = fuzzyField('tags');
/** Healthchecks separates tags by blanks, and by commas in the forms for other services. */
function checkTags(alarm: Alarm): Labels | undefined {
  const list = value('tags')(alarm);
  if (Array.isArray(list)) return toTags(list);
  return toTags((tagText(alarm) ?? text('details.Tags')(alarm))?.split(/[\s,]+/) ?? null);
}

/** The format of the body in the guide, and of the bodies for PagerTree and PagerDuty. */
export const HEALTHCHECKS: AlarmFormat = {
  alarms: wholeBody(),
  expects: {
    body: 'an object with `check` and `status`, as in the guide, or with `incident_key` and `event_type`',
    identity: '`check`, `incident_key` or `name`',
    state: '`status` down or up, or `event_type` trigger or resolve',
  },
  event_key: firstOf(checkId, name),
  event_type: (alarm) => eventTypeByState(state(alarm) ?? ''),
  title,
  // In the PagerDuty form, what it calls description is the title.
  description: firstOf(text('details.Description'), (alarm) =>
    description(alarm) === title(alarm) ? undefined : description(alarm),
  ),
  rule: fuzzyField('schedule', 'period'),
  resource: resource(
    'check',
    firstOf(name, (alarm) =>
      firstOf(ownTitle, firstDescriptionLine)(alarm)?.replace(/ is (?:DOWN|UP)$/i, ''),
    ),
    firstOf(checkId, name),
  ),
  provider: () => 'healthchecks',
  account: fuzzyField('project'),
  occurred_at: (alarm) =>
    parseInstant(fuzzyField('time', 'now', 'timestamp')(alarm) ?? null, alarm.delivery.words),
  labels: allLabels(checkTags, labelled({ project: text('details.Project') })),
  links: { source: fuzzyField('client_url', 'details_url'), ...OWN_LINKS },
  additional_info: {
    last_ping: fuzzyField('last_ping'),
    client: fuzzyField('client'),
  },
  additional_info_0_2: { tags: tagText, client_url: fuzzyField('client_url') },
};

/** The webhook of Healthchecks.io with the body of the guide, and its integrations for PagerTree and PagerDuty. */
export const healthchecks: Plugin = {
  plugin_id: 'healthchecks',
  version: '1.1.0',
  name: 'Healthchecks.io',
  provider: 'healthchecks',
  docs: loadGuide('systems/healthchecks'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/healthchecks'),
  recognises: recogniseAny(
    recogniseBy('check', 'name', 'tags', ['status', /^(?:up|down)$/i]),
    recogniseBy('check', 'name', 'time', ['status', /^(?:up|down)$/i]),
    recogniseBy(['client', /^healthchecks/i], 'incident_key', 'event_type'),
    recogniseBy('incident_key', ['event_type', /^(?:trigger|resolve)$/], 'client_url', 'title'),
    recogniseBy('code', 'name', 'tags', ['status', /^(?:up|down)$/i]),
    recogniseBy('n_pings', 'last_ping', 'next_ping', 'status'),
    recogniseBy({ header: 'user-agent', pattern: /^healthchecks/i }),
  ),
  parse: createParser(HEALTHCHECKS),
};

import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { OWN_LINKS, ownLabels } from '../../vocabulary/own-labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { filledText } from '../../vocabulary/template.js';
import { link, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const STATES: Readonly<Record<string, EventType>> = {
  TRIGGERED: 'ALERT',
  OK: 'RECOVERY',
  RESOLVED: 'RECOVERY',
};

const readState = word(STATES, 'status', 'alert.status', 'alert_status');

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  return text('is_test', 'isTest', 'alert.isTest')(alarm) === 'true'
    ? ignored('a test of the recipient')
    : readState(alarm);
}

const GROUP_PATHS = ['result_groups_triggered[0].Group', 'result_groups_triggered[0].group'];

/** Returns the values of the first group that exceeded the threshold: `checkout, eu-1`. */
function triggeredGroup(alarm: Alarm): string | undefined {
  const found = value(...GROUP_PATHS)(alarm);
  const values = isObject(found) ? Object.values(found).map((one: Json) => textOf(one)) : [];
  return values.filter((one) => one !== undefined).join(', ') || undefined;
}

const dataset = filledText('dataset', 'dataset_name', 'dataset.name');

/** The webhook recipient of Honeycomb's triggers and burn alerts. */
export const honeycomb: Plugin = {
  plugin_id: 'honeycomb',
  version: '1.1.0',
  name: 'Honeycomb',
  provider: 'honeycomb',
  docs: loadGuide('systems/honeycomb'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/honeycomb'),
  recognises: recogniseAny(
    recogniseBy('result_groups', 'result_groups_triggered', 'status'),
    recogniseBy('result_groups', 'status', 'threshold'),
    recogniseBy('result_url', 'operator', 'threshold', 'status'),
    recogniseBy(['status', /^(?:TRIGGERED|OK)$/i], 'result_url'),
    recogniseBy('trigger_description', 'result_url', 'trigger_url'),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('status', 'alert.status', 'result_groups', 'trigger_description')),
    expects: {
      body: 'the webhook of Honeycomb (an object with `name` and `status`)',
      identity: '`id` or `name`',
      state: '`status` TRIGGERED or OK',
    },
    event_key: filledText('id', 'trigger_id', 'slo.id', 'name', 'trigger_name'),
    event_type: deriveEventType,
    title: firstOf(filledText('name', 'trigger_name', 'slo.name'), filledText('summary')),
    description: filledText(
      'description',
      'alert.description',
      'trigger_description',
      'summary',
      'alert.summary',
    ),
    severity: severity('severity', 'alert.severity'),
    rule: filledText('name', 'trigger_name', 'slo.name'),
    resource: firstOf(resource('group', triggeredGroup), resource('dataset', dataset)),
    provider: () => 'honeycomb',
    account: filledText('environment', 'team'),
    occurred_at: instant('alert.timestamp', 'timestamp', 'triggered_at'),
    labels: allLabels(labels(...GROUP_PATHS), ownLabels(), labelled({ dataset })),
    links: {
      source: link('trigger_url', 'url'),
      ...OWN_LINKS,
      generator: link('result_url'),
    },
    additional_info: {
      status: text('status', 'alert.status'),
      summary: filledText('summary'),
      operator: text('operator'),
      threshold: value('threshold'),
      result_groups: value('result_groups'),
      result_groups_triggered: value('result_groups_triggered'),
    },
    additional_info_0_2: { url: filledText('result_url', 'trigger_url', 'url') },
  }),
};

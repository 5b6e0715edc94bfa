import { guideOf, samplesOf } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { filled } from '../../vocabulary/template.js';
import { text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

const STATES: Readonly<Record<string, EventType>> = {
  TRIGGERED: 'ALERT',
  OK: 'RECOVERY',
  RESOLVED: 'RECOVERY',
};

const stateOf = word(STATES, 'status', 'alert.status', 'alert_status');

function typeOf(alarm: Alarm): EventType | Ignored | undefined {
  return text('is_test', 'isTest', 'alert.isTest')(alarm) === 'true'
    ? ignored('a test of the recipient')
    : stateOf(alarm);
}

/** Returns the values of the first group that exceeded the threshold: `checkout, eu-1`. */
function group(alarm: Alarm): string | undefined {
  const found = value('result_groups_triggered[0].Group', 'result_groups_triggered[0].group')(alarm);
  const values = isObject(found) ? Object.values(found).map((one: Json) => textOf(one)) : [];
  return values.filter((one) => one !== undefined).join(', ') || undefined;
}

/** The webhook recipient of Honeycomb's triggers and burn alerts. */
export const honeycomb: Plugin = {
  plugin_id: 'honeycomb',
  version: '1.0.0',
  name: 'Honeycomb',
  provider: 'honeycomb',
  docs: guideOf('systems/honeycomb'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/honeycomb'),
  recognises: anyShape(
    shaped('result_groups', 'result_groups_triggered', 'status'),
    shaped('result_groups', 'status', 'threshold'),
    shaped('result_url', 'operator', 'threshold', 'status'),
    shaped(['status', /^(?:TRIGGERED|OK)$/i], 'result_url'),
    shaped('trigger_description', 'result_url', 'trigger_url'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(wholeBody('status', 'alert.status', 'result_groups', 'trigger_description')),
    expects: {
      body: 'the webhook of Honeycomb (an object with `name` and `status`)',
      identity: '`id` or `name`',
      state: '`status` TRIGGERED or OK',
    },
    event_key: filled('id', 'trigger_id', 'slo.id', 'name', 'trigger_name'),
    event_type: typeOf,
    title: firstOf(filled('name', 'trigger_name', 'slo.name'), filled('summary')),
    description: filled(
      'description',
      'alert.description',
      'trigger_description',
      'summary',
      'alert.summary',
    ),
    severity: severity('severity', 'alert.severity'),
    rule: filled('name', 'trigger_name', 'slo.name'),
    resource: firstOf(
      resource('group', group),
      resource('dataset', filled('dataset', 'dataset_name', 'dataset.name')),
    ),
    provider: () => 'honeycomb',
    account: filled('environment', 'team'),
    occurred_at: instant('alert.timestamp', 'timestamp', 'triggered_at'),
    additional_info: {
      status: text('status', 'alert.status'),
      summary: filled('summary'),
      url: filled('result_url', 'trigger_url', 'url'),
      operator: text('operator'),
      threshold: value('threshold'),
      result_groups: value('result_groups'),
      result_groups_triggered: value('result_groups_triggered'),
    },
  }),
};

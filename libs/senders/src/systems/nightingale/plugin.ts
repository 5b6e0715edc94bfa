import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarm-finder.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { resource } from '../../vocabulary/resource.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

/** 1 is the worst. Version 6 shows the levels as Critical, Warning and Info, and in older texts as S1, S2 and S3. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  1: 'CRITICAL',
  2: 'WARNING',
  3: 'INFO',
};

const target = firstOf(text('target_ident'), text('tags_map.ident', 'tags_map.instance', 'tags_map.host'));

/** The callback and the global webhook of Nightingale: one event, or a list of them. */
export const nightingale: Plugin = {
  plugin_id: 'nightingale',
  version: '1.0.0',
  name: 'Nightingale',
  provider: 'nightingale',
  docs: loadGuide('systems/nightingale'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/nightingale'),
  recognises: recogniseAny(
    recogniseBy('hash', 'rule_name', 'is_recovered', 'trigger_time'),
    recogniseBy('[0].hash', '[0].rule_name', '[0].is_recovered', '[0].trigger_time'),
    recogniseBy('events[0].hash', 'events[0].rule_name', 'events[0].is_recovered'),
  ),
  parse: createParser({
    alarms: eitherOf(listAt('$'), listAt('events'), wholeBody('rule_name', 'hash')),
    expects: {
      body: 'an event of Nightingale, or a list of them: objects with `hash`, `rule_name` and `is_recovered`',
      identity: '`hash`, or `rule_id` and `target_ident`',
      state: '`is_recovered` true or false',
    },
    event_key: firstOf(text('hash'), joined('/', firstOf(text('rule_id'), text('rule_name')), target)),
    event_type: word<EventType>(
      { false: 'ALERT', true: 'RECOVERY', 0: 'ALERT', 1: 'RECOVERY' },
      'is_recovered',
    ),
    title: joined(': ', target, text('rule_name')),
    description: text('annotations.description', 'annotations.summary', 'rule_note'),
    severity: word(SEVERITIES, 'severity'),
    rule: text('rule_name'),
    resource: resource('host', target),
    provider: () => 'nightingale',
    account: text('cluster', 'group_name'),
    started_at: instant('first_trigger_time', 'trigger_time'),
    resolved_at: instant('recover_time', 'last_eval_time', 'trigger_time'),
    labels: allLabels(labels('tags_map'), tags('tags'), labelled({ group: text('group_name') })),
    links: { runbook: link('runbook_url', 'annotations.runbook_url') },
    additional_info: {
      rule_id: value('rule_id'),
      trigger_value: text('trigger_value'),
      query: text('prom_ql'),
      notify_number: value('notify_cur_number'),
    },
  }),
};

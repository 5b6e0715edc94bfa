import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType> = {
  triggered: 'ALERT',
  firing: 'ALERT',
  open: 'ALERT',
  active: 'ALERT',
  resolved: 'RECOVERY',
  closed: 'RECOVERY',
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
    recogniseBy(['status', /^(?:TRIGGERED|RESOLVED)$/], 'alert_name'),
    recogniseBy(['source', /^kener$/i], 'alert_name', 'status'),
    recogniseBy('alert_name', ['status', /^(?:TRIGGERED|RESOLVED)$/], 'details.metric'),
  ),
  parse: createParser({
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
    additional_info: {
      status: text('status'),
      source: text('source'),
      current_value: value('details.current_value'),
      threshold: value('details.threshold'),
      details: value('details'),
      actions: value('actions'),
      link: link('actions[0].url'),
    },
  }),
};

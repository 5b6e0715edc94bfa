import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType | Ignored> = {
  'snitch.missing': 'ALERT',
  'snitch.errored': 'ALERT',
  'snitch.reporting': 'RECOVERY',
  'snitch.healthy': 'RECOVERY',
  'snitch.paused': ignored('the snitch was paused'),
  'snitch.unpaused': ignored('the snitch was unpaused'),
  'snitch.deleted': ignored('the snitch was deleted'),
  'snitch.created': ignored('the snitch was created'),
  'snitch.pending': ignored('the snitch has not reported yet'),
};
const PHRASES: Vocabulary<string> = {
  'snitch.missing': 'is missing',
  'snitch.errored': 'reported an error',
  'snitch.reporting': 'is reporting',
  'snitch.healthy': 'is healthy',
};

/** The webhook of Dead Man’s Snitch. */
export const deadMansSnitch: Plugin = {
  plugin_id: 'dead-mans-snitch',
  version: '1.1.0',
  name: 'Dead Man’s Snitch',
  provider: 'dead-mans-snitch',
  docs: loadGuide('systems/dead-mans-snitch'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/dead-mans-snitch'),
  recognises: recogniseAny(
    recogniseBy(['type', /^snitch\./], 'data.snitch.token', 'data.snitch.name'),
    recogniseBy(['type', /^snitch\./], 'data.snitch'),
  ),
  parse: createParser({
    alarms: wholeBody('data.snitch'),
    expects: {
      body: 'the body of a Dead Man’s Snitch webhook: an object with `type` and `data.snitch`',
      identity: '`data.snitch.token`',
      state: '`type` snitch.missing, snitch.errored or snitch.reporting',
    },
    event_key: text('data.snitch.token', 'data.snitch.name'),
    event_type: word(STATES, 'type'),
    title: joined(' ', text('data.snitch.name', 'data.snitch.token'), word(PHRASES, 'type')),
    description: text('data.snitch.notes'),
    state: text('type'),
    resource: resource('snitch', text('data.snitch.name'), text('data.snitch.token', 'data.snitch.name')),
    provider: () => 'dead-mans-snitch',
    occurred_at: instant('timestamp'),
    labels: tags('data.snitch.tags'),
    additional_info: {
      status: text('data.snitch.status'),
      previous_status: text('data.snitch.previous_status'),
      interval: text('data.snitch.interval'),
      // An address of the API, not a page.
      href: link('data.snitch.href'),
    },
    additional_info_0_2: { tags: value('data.snitch.tags') },
  }),
};

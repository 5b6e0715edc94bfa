import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource, resourceByLabel } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';
import { alertIfMissing } from '../../vocabulary/alert-if-missing.js';

const STATES: Vocabulary<EventType> = {
  ok: 'RECOVERY',
  info: 'ALERT',
  warn: 'ALERT',
  warning: 'ALERT',
  crit: 'ALERT',
  critical: 'ALERT',
};
const LEVEL = /^(?:OK|INFO|WARN(?:ING)?|CRIT(?:ICAL)?)$/;
const host = text(
  'data.series[0].tags.host',
  'data.series[0].tags.hostname',
  'data.series[0].tags.server',
  'tags.host',
);

/** The HTTP post handler of Kapacitor. */
export const kapacitor: Plugin = {
  plugin_id: 'kapacitor',
  version: '1.1.0',
  name: 'Kapacitor',
  provider: 'kapacitor',
  docs: loadGuide('systems/kapacitor'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/kapacitor'),
  recognises: recogniseAny(
    recogniseBy('id', ['level', LEVEL], 'message', 'details'),
    recogniseBy('id', ['level', LEVEL], 'message', 'data.series'),
    recogniseBy('level', 'previousLevel', 'id'),
    recogniseBy(['level', /^(?:OK|INFO|WARNING|CRITICAL)$/], 'id', 'message'),
  ),
  parse: createParser({
    alarms: wholeBody('level', 'id'),
    expects: {
      body: 'the body of a Kapacitor HTTP post: an object with `id` and `level`',
      identity: '`id`, a series or `message`',
      state: 'a `level` of OK, INFO, WARNING or CRITICAL',
    },
    event_key: firstOf(
      (alarm) => (text('id')(alarm) === undefined ? undefined : joined('/', text('id'), host)(alarm)),
      joined('/', text('data.series[0].name'), host),
      text('message'),
    ),
    event_type: firstOf(word(STATES, 'level'), alertIfMissing(text('level'))),
    title: text('message', 'id'),
    description: text('details', 'message'),
    severity: severity('level'),
    rule: text('data.series[0].name', 'id'),
    resource: firstOf(
      resource('host', host),
      resourceByLabel(
        'data.series[0].tags',
        'instance',
        'node',
        'pod_name',
        'container_name',
        'service',
        'url',
      ),
    ),
    provider: () => 'kapacitor',
    occurred_at: instant('time'),
    labels: allLabels(labels('data.series[0].tags'), labels('tags')),
    additional_info: {
      level: text('level'),
      previousLevel: text('previousLevel'),
      duration: value('duration'),
      recoverable: value('recoverable'),
      columns: value('data.series[0].columns'),
      values: value('data.series[0].values'),
    },
    additional_info_0_2: { tags: labels('data.series[0].tags') },
  }),
};

import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource, resourceByLabel } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { filledText } from '../../vocabulary/template.js';
import { joined, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { alertIfMissing } from '../../vocabulary/alert-if-missing.js';

const STATES: Readonly<Record<string, EventType>> = {
  Open: 'ALERT',
  Opened: 'ALERT',
  Triggered: 'ALERT',
  Closed: 'RECOVERY',
  Close: 'RECOVERY',
  Resolved: 'RECOVERY',
};
const title = filledText('event.title', 'title');
const groupValues = textList(undefined, 'event.groupValues');

/** Returns the name of the monitor: the title without the state that precedes it. */
function monitorName(alarm: Alarm): string | undefined {
  return title(alarm)?.replace(/^(?:triggered|resolved|recovered|closed):\s*/i, '') || undefined;
}

/** The custom webhook notifier of Axiom. */
export const axiom: Plugin = {
  plugin_id: 'axiom',
  version: '1.1.0',
  name: 'Axiom',
  provider: 'axiom',
  docs: loadGuide('systems/axiom'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/axiom'),
  recognises: recogniseAny(
    recogniseBy(['action', /^(?:Open|Closed|Error|NoData)$/i], 'event.monitorID', 'event.title'),
    recogniseBy('event.monitorID', 'event.queryStartTime', 'action'),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('event.monitorID', 'event.title', 'action')),
    expects: {
      body: 'the webhook of Axiom (an object with `action` and `event`)',
      identity: '`event.monitorID`',
      state: '`action` Open or Closed',
    },
    event_key: joined('/', firstOf(filledText('event.monitorID', 'monitorID'), monitorName), groupValues),
    event_type: firstOf(word(STATES, 'action'), alertIfMissing(text('action'))),
    title,
    description: joined('\n\n', filledText('event.description'), filledText('event.body')),
    severity: severity(
      'event.severity',
      'severity',
      'event.matchedEvent.severity',
      'event.matchedEvent.level',
    ),
    rule: monitorName,
    resource: firstOf(
      resource('group', groupValues),
      resourceByLabel('event.matchedEvent', 'host', 'hostname', 'instance', 'service', 'service.name', 'pod'),
    ),
    provider: () => 'axiom',
    occurred_at: instant('event.timestamp', 'timestamp', 'event.queryEndTime'),
    additional_info: {
      action: text('action'),
      value: value('event.value'),
      queryStartTime: text('event.queryStartTime'),
      queryEndTime: text('event.queryEndTime'),
      groupKeys: value('event.groupKeys'),
      groupValues: value('event.groupValues'),
      matchedEvent: value('event.matchedEvent'),
      url: text('event.url', 'event.monitorURL'),
    },
  }),
};

import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource, resourceByLabel } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { filled } from '../../vocabulary/template.js';
import { joined, text } from '../../vocabulary/text.js';
import { texts } from '../../vocabulary/texts.js';
import { word } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { unstated } from '../../vocabulary/unstated.js';

const STATES: Readonly<Record<string, EventType>> = {
  Open: 'ALERT',
  Opened: 'ALERT',
  Triggered: 'ALERT',
  Closed: 'RECOVERY',
  Close: 'RECOVERY',
  Resolved: 'RECOVERY',
};
const title = filled('event.title', 'title');
const group = texts(undefined, 'event.groupValues');

/** Returns the name of the monitor: the title without the state that precedes it. */
function monitor(alarm: Alarm): string | undefined {
  return title(alarm)?.replace(/^(?:triggered|resolved|recovered|closed):\s*/i, '') || undefined;
}

/** The custom webhook notifier of Axiom. */
export const axiom: Plugin = {
  plugin_id: 'axiom',
  version: '1.0.0',
  name: 'Axiom',
  provider: 'axiom',
  docs: guideOf('systems/axiom'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/axiom'),
  recognises: anyShape(
    shaped(['action', /^(?:Open|Closed|Error|NoData)$/i], 'event.monitorID', 'event.title'),
    shaped('event.monitorID', 'event.queryStartTime', 'action'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(wholeBody('event.monitorID', 'event.title', 'action')),
    expects: {
      body: 'the webhook of Axiom (an object with `action` and `event`)',
      identity: '`event.monitorID`',
      state: '`action` Open or Closed',
    },
    event_key: joined('/', firstOf(filled('event.monitorID', 'monitorID'), monitor), group),
    event_type: firstOf(word(STATES, 'action'), unstated(text('action'))),
    title,
    description: joined('\n\n', filled('event.description'), filled('event.body')),
    severity: severity(
      'event.severity',
      'severity',
      'event.matchedEvent.severity',
      'event.matchedEvent.level',
    ),
    rule: monitor,
    resource: firstOf(
      resource('group', group),
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

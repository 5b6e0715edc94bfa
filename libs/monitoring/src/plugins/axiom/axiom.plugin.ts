import type { EventType } from '../../domain/event.js';
import type { Plugin } from '../../domain/plugin.js';
import { firstOf, type Alarm } from '../reading/alarm.js';
import { wholeBody } from '../reading/alarms.js';
import { alsoListed } from '../reading/formats.js';
import { instant } from '../reading/instant.js';
import { value } from '../reading/path.js';
import { NO_OPTIONS } from '../reading/plain.js';
import { resource, resourceByLabel } from '../reading/resource.js';
import { alarmsOf } from '../reading/sender.js';
import { severity } from '../reading/severity.js';
import { filled } from '../reading/template.js';
import { joined, text } from '../reading/text.js';
import { texts } from '../reading/texts.js';
import { word } from '../reading/word.js';
import { anyShape, shaped } from '../reading/shape.js';
import { unstated } from '../reading/unstated.js';
import { GUIDE } from './guide.js';
import { SAMPLES } from './samples.js';

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

/** The monitor's name: the title without the state Axiom puts before it. */
function monitor(alarm: Alarm): string | undefined {
  return title(alarm)?.replace(/^(?:triggered|resolved|recovered|closed):\s*/i, '') || undefined;
}

/** The custom webhook notifier of Axiom. */
export const axiom: Plugin = {
  plugin_id: 'axiom',
  version: '1.0.0',
  name: 'Axiom',
  provider: 'axiom',
  docs: GUIDE,
  optionsSchema: NO_OPTIONS,
  samples: SAMPLES,
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

import { loadGuide, loadSamples } from '../../assets.js';
import type { Json } from '#shared/kernel/json.js';
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
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { alertIfMissing } from '../../vocabulary/alert-if-missing.js';
import { allLabels, labelled, type Labels } from '../../vocabulary/labels.js';

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

/** Returns the groups by their keys. Axiom sends keys and values as two lists. */
function groupLabels(alarm: Alarm): Labels | undefined {
  const [keys, values] = [value('event.groupKeys')(alarm), value('event.groupValues')(alarm)];
  if (!Array.isArray(keys) || !Array.isArray(values)) return undefined;
  const found = keys.flatMap((key: Json, index) => {
    const [name, label] = [textOf(key), textOf(values[index])];
    return name === undefined || label === undefined ? [] : [[name, label] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The fields of a matched event that say where it comes from. Its other fields are what it reports. */
const MATCHED_LABELS = labelled({
  environment: text('event.matchedEvent.environment', 'event.matchedEvent.env'),
  region: text('event.matchedEvent.region'),
  cluster: text('event.matchedEvent.cluster'),
  namespace: text('event.matchedEvent.namespace'),
  service: text('event.matchedEvent.service', 'event.matchedEvent["service.name"]'),
  team: text('event.matchedEvent.team'),
});

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
    labels: allLabels(groupLabels, MATCHED_LABELS),
    links: { source: link('event.url', 'event.monitorURL') },
    additional_info: {
      action: text('action'),
      value: value('event.value'),
      queryStartTime: text('event.queryStartTime'),
      queryEndTime: text('event.queryEndTime'),
      matchedEvent: value('event.matchedEvent'),
    },
    additional_info_0_2: {
      groupKeys: value('event.groupKeys'),
      groupValues: value('event.groupValues'),
      url: text('event.url', 'event.monitorURL'),
    },
  }),
};

import { guideOf, samplesOf } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody, type AlarmFinder } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const reason = text('reason');
const name = text('involvedObject.name', 'regarding.name');
const namespace = text('involvedObject.namespace', 'regarding.namespace');
const kind = text('involvedObject.kind', 'regarding.kind');
const object = joined('/', kind, namespace, name);

/** Normal events that are the recovery of another event. */
const ENDS: Readonly<Record<string, string>> = {
  NodeReady: 'NodeNotReady',
  NodeHasSufficientMemory: 'NodeHasInsufficientMemory',
  NodeHasNoDiskPressure: 'NodeHasDiskPressure',
  NodeHasSufficientPID: 'NodeHasInsufficientPID',
  NodeSchedulable: 'NodeNotSchedulable',
};
const ends = word(ENDS, 'reason');
const BEGINS: ReadonlySet<string> = new Set(Object.values(ENDS));

function eventType(alarm: Alarm): EventType | Ignored | undefined {
  if (ends(alarm) !== undefined) return 'RECOVERY';
  const type = text('type')(alarm)?.toLowerCase();
  if (type === 'warning' || BEGINS.has(reason(alarm) ?? '')) return 'ALERT';
  return type === 'normal' ? ignored(`${reason(alarm) ?? 'event'}: a normal event`) : undefined;
}

/** Finds the event. eventrouter wraps it in an object with a verb. */
const alarms: AlarmFinder = (body: Json) => {
  const held = isObject(body) ? body['event'] : undefined;
  const found = held === undefined ? undefined : wholeBody('involvedObject', 'regarding')(held);
  return (
    found?.map(({ value: event }) => ({ value: event, pointer: '/event' })) ??
    wholeBody('involvedObject', 'regarding')(body)
  );
};

/** Kubernetes events that an event exporter posts. */
export const kubernetes: Plugin = {
  plugin_id: 'kubernetes',
  version: '1.0.0',
  name: 'Kubernetes events',
  provider: 'kubernetes',
  docs: guideOf('systems/kubernetes'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/kubernetes'),
  recognises: anyShape(
    shaped('involvedObject.kind', ['type', /^(?:normal|warning)$/i], 'reason'),
    shaped('regarding.kind', ['type', /^(?:normal|warning)$/i], 'reason'),
    shaped('event.involvedObject.kind', 'event.reason', 'verb'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(alarms),
    expects: {
      body: 'an event of Kubernetes (an object with `involvedObject`)',
      identity: '`involvedObject.name`',
      state: '`type` Warning or Normal',
    },
    event_key: (alarm) =>
      name(alarm) === undefined ? undefined : joined('/', object, firstOf(ends, reason))(alarm),
    event_type: eventType,
    title: joined(': ', object, reason),
    description: text('message', 'note'),
    severity: (alarm) => (eventType(alarm) === 'RECOVERY' ? 'INFO' : 'WARNING'),
    rule: reason,
    resource: (alarm) => resource(kind(alarm)?.toLowerCase() ?? 'object', name, object)(alarm),
    provider: () => 'kubernetes',
    account: text(
      'clusterName',
      'cluster',
      'involvedObject.clusterName',
      'involvedObject.namespace',
      'regarding.namespace',
    ),
    occurred_at: instant(
      'lastTimestamp',
      'eventTime',
      'series.lastObservedTime',
      'firstTimestamp',
      'metadata.creationTimestamp',
    ),
    additional_info: {
      type: text('type'),
      namespace,
      count: value('count', 'series.count'),
      component: text('source.component', 'reportingController', 'reportingComponent'),
      node: text('source.host', 'reportingInstance'),
      first: text('firstTimestamp'),
      labels: value('involvedObject.labels'),
    },
  }),
};

import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const reason = text('reason');
const name = text('involvedObject.name', 'regarding.name');
const namespace = text('involvedObject.namespace', 'regarding.namespace');
const kind = text('involvedObject.kind', 'regarding.kind');
const objectPath = joined('/', kind, namespace, name);

/** Normal events that are the recovery of another event. */
const PROBLEM_BY_RECOVERY: Readonly<Record<string, string>> = {
  NodeReady: 'NodeNotReady',
  NodeHasSufficientMemory: 'NodeHasInsufficientMemory',
  NodeHasNoDiskPressure: 'NodeHasDiskPressure',
  NodeHasSufficientPID: 'NodeHasInsufficientPID',
  NodeSchedulable: 'NodeNotSchedulable',
};
const recoveredProblem = word(PROBLEM_BY_RECOVERY, 'reason');
const PROBLEM_REASONS: ReadonlySet<string> = new Set(Object.values(PROBLEM_BY_RECOVERY));

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  if (recoveredProblem(alarm) !== undefined) return 'RECOVERY';
  const type = text('type')(alarm)?.toLowerCase();
  if (type === 'warning' || PROBLEM_REASONS.has(reason(alarm) ?? '')) return 'ALERT';
  return type === 'normal' ? ignored(`${reason(alarm) ?? 'event'}: a normal event`) : undefined;
}

/** Finds the event. eventrouter wraps it in an object with a verb. */
const findEvent: AlarmFinder = (body: Json) => {
  const inner = isObject(body) ? body['event'] : undefined;
  const found = inner === undefined ? undefined : wholeBody('involvedObject', 'regarding')(inner);
  return (
    found?.map(({ value: event }) => ({ value: event, pointer: '/event' })) ??
    wholeBody('involvedObject', 'regarding')(body)
  );
};

/** Kubernetes events that an event exporter posts. */
export const kubernetes: Plugin = {
  plugin_id: 'kubernetes',
  version: '1.1.0',
  name: 'Kubernetes events',
  provider: 'kubernetes',
  docs: loadGuide('systems/kubernetes'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/kubernetes'),
  recognises: recogniseAny(
    recogniseBy('involvedObject.kind', ['type', /^(?:normal|warning)$/i], 'reason'),
    recogniseBy('regarding.kind', ['type', /^(?:normal|warning)$/i], 'reason'),
    recogniseBy('event.involvedObject.kind', 'event.reason', 'verb'),
  ),
  parse: createParser({
    alarms: singleOrList(findEvent),
    expects: {
      body: 'an event of Kubernetes (an object with `involvedObject`)',
      identity: '`involvedObject.name`',
      state: '`type` Warning or Normal',
    },
    event_key: (alarm) =>
      name(alarm) === undefined
        ? undefined
        : joined('/', objectPath, firstOf(recoveredProblem, reason))(alarm),
    event_type: deriveEventType,
    title: joined(': ', objectPath, reason),
    description: text('message', 'note'),
    severity: (alarm) => (deriveEventType(alarm) === 'RECOVERY' ? 'INFO' : 'WARNING'),
    rule: reason,
    resource: (alarm) => resource(kind(alarm)?.toLowerCase() ?? 'object', name, objectPath)(alarm),
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

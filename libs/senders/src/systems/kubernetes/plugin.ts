import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin, PluginDelivery } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { createMultiFormatParser, singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type AlarmFormat, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, text } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';
import {
  findLayout,
  layoutCluster,
  layoutComponent,
  layoutKind,
  layoutLabels,
  layoutMessage,
  layoutName,
  layoutNamespace,
  layoutNode,
  layoutReason,
  layoutTime,
  layoutType,
  subjectOfMessage,
} from './layout.js';

const reason = text('reason');
const name = text('involvedObject.name', 'regarding.name');
const namespace = text('involvedObject.namespace', 'regarding.namespace');
const kind = text('involvedObject.kind', 'regarding.kind');
const cluster = text('clusterName', 'cluster', 'involvedObject.clusterName');
const component = text('source.component', 'reportingController', 'reportingComponent');
const reporter = text('reportingInstance');
/** Of the reporters of events, only a kubelet has the name of a node. */
const node = firstOf(text('source.host', 'deprecatedSource.host'), (alarm) =>
  component(alarm) === 'kubelet' ? reporter(alarm) : undefined,
);
const objectPath = joined('/', kind, namespace, name);

/** Normal events that are the recovery of another event. */
const PROBLEM_BY_RECOVERY: Readonly<Record<string, string>> = {
  NodeReady: 'NodeNotReady',
  NodeHasSufficientMemory: 'NodeHasInsufficientMemory',
  NodeHasNoDiskPressure: 'NodeHasDiskPressure',
  NodeHasSufficientPID: 'NodeHasInsufficientPID',
  NodeSchedulable: 'NodeNotSchedulable',
};
const findRecoveredProblem = dictionary(PROBLEM_BY_RECOVERY);
const PROBLEM_REASONS: ReadonlySet<string> = new Set(Object.values(PROBLEM_BY_RECOVERY));

/** Returns the reason of the problem that an event is about, also of the event that tells of its end. */
const problemOf = (why: string | undefined): string | undefined =>
  why === undefined ? undefined : (findRecoveredProblem(why) ?? why);

function deriveEventType(type: string | undefined, why: string | undefined): EventType | Ignored | undefined {
  if (why !== undefined && findRecoveredProblem(why) !== undefined) return 'RECOVERY';
  const lowerCased = type?.toLowerCase();
  if (lowerCased === 'warning' || PROBLEM_REASONS.has(why ?? '')) return 'ALERT';
  return lowerCased === 'normal' ? ignored(`${why ?? 'event'}: a normal event`) : undefined;
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

const deriveSeverity = (why: string | undefined) =>
  why !== undefined && findRecoveredProblem(why) !== undefined ? 'INFO' : 'WARNING';

const WHOLE_EVENT: AlarmFormat = {
  alarms: singleOrList(findEvent),
  expects: {
    body: 'an event of Kubernetes (an object with `involvedObject`)',
    identity: '`involvedObject.name`',
    state: '`type` Warning or Normal',
  },
  event_key: (alarm) =>
    name(alarm) === undefined
      ? undefined
      : joined('/', objectPath, (event) => problemOf(reason(event)))(alarm),
  event_type: (alarm) => deriveEventType(text('type')(alarm), reason(alarm)),
  title: joined(': ', objectPath, reason),
  description: text('message', 'note'),
  severity: (alarm) => deriveSeverity(reason(alarm)),
  rule: reason,
  resource: (alarm) => resource(kind(alarm)?.toLowerCase() ?? 'object', name, objectPath)(alarm),
  provider: () => 'kubernetes',
  account: firstOf(cluster, namespace),
  occurred_at: instant(
    'lastTimestamp',
    'eventTime',
    'series.lastObservedTime',
    'firstTimestamp',
    'metadata.creationTimestamp',
  ),
  labels: allLabels(
    labels('involvedObject.labels', 'regarding.labels'),
    // Neither is in a field of its own: the account is either of them.
    labelled({ cluster, namespace, component, node }),
  ),
  additional_info: {
    type: text('type'),
    count: value('count', 'series.count'),
    first: text('firstTimestamp'),
    reporter: (alarm) => (reporter(alarm) === node(alarm) ? undefined : reporter(alarm)),
  },
  additional_info_0_2: {
    namespace,
    component,
    node: text('source.host', 'reportingInstance'),
    labels: value('involvedObject.labels'),
    reporter: () => undefined,
  },
};

/** Returns kind, namespace and name of the object of an event in a layout, or else what its message says of it. */
const layoutPath = joined('/', layoutKind, layoutNamespace, firstOf(layoutName, subjectOfMessage));

/** Events in a layout of kubernetes-event-exporter, and the body of kube-eventer, which does not name the object. */
const EVENT_IN_LAYOUT: AlarmFormat = {
  alarms: singleOrList(findLayout),
  expects: {
    body: 'the fields `type`, `reason`, `kind` and `name` of an event, in a layout of an exporter',
    identity: '`kind` and `name`, or a message',
    state: '`type` Warning or Normal',
  },
  event_key: joined('/', layoutPath, (alarm) => problemOf(layoutReason(alarm))),
  event_type: (alarm) => deriveEventType(layoutType(alarm), layoutReason(alarm)),
  title: joined(': ', joined('/', layoutKind, layoutNamespace, layoutName), layoutReason),
  description: layoutMessage,
  severity: (alarm) => deriveSeverity(layoutReason(alarm)),
  rule: layoutReason,
  resource: (alarm) => resource(layoutKind(alarm)?.toLowerCase() ?? 'object', layoutName, layoutPath)(alarm),
  provider: () => 'kubernetes',
  account: firstOf(layoutCluster, layoutNamespace),
  occurred_at: layoutTime,
  labels: layoutLabels,
  additional_info: { type: layoutType, count: value('count') },
  additional_info_0_2: { namespace: layoutNamespace, component: layoutComponent, node: layoutNode },
};

/** As sure as three conditions: type, reason and kind must be words of the API. */
const LAYOUT_CONFIDENCE = 0.875;
const recogniseLayout = ({ body }: PluginDelivery): number =>
  findLayout(Array.isArray(body) ? (body[0] ?? null) : body) === undefined ? 0 : LAYOUT_CONFIDENCE;

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
    recogniseLayout,
    recogniseBy('involvedObject.kind', ['type', /^(?:normal|warning)$/i], 'reason'),
    recogniseBy('regarding.kind', ['type', /^(?:normal|warning)$/i], 'reason'),
    recogniseBy('event.involvedObject.kind', 'event.reason', 'verb'),
  ),
  parse: createMultiFormatParser(WHOLE_EVENT, EVENT_IN_LAYOUT),
};

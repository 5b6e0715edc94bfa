import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin, PluginDelivery } from '../../plugin-api/plugin.js';
import { parseStateWord } from '../../auto/state-word.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { instant } from '../../vocabulary/instant.js';
import { inData, withData } from './event-data.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { preflight } from '../../vocabulary/preflight.js';
import { allLabels, labelled, tags, toLabels, type Labels } from '../../vocabulary/labels.js';

const ATTRIBUTES = [
  'specversion',
  'id',
  'source',
  'type',
  'subject',
  'time',
  'datacontenttype',
  'dataschema',
];

/** Extension attributes with which senders state what the event means. In binary mode they are headers. */
const STATE_ATTRIBUTES = [
  'state',
  'status',
  'alertstate',
  'alertstatus',
  'eventstate',
  'condition',
  'action',
];
const SEVERITY_ATTRIBUTES = ['severity', 'severitytext', 'priority', 'level'];
const HEADER_ATTRIBUTES = [...ATTRIBUTES, ...STATE_ATTRIBUTES, ...SEVERITY_ATTRIBUTES];

/** The ends of types and the states that release 0.2 took for a recovery. */
const RESOLVED_SUFFIX =
  /(?:^|[._\-/\s])(?:resolved?|recover(?:ed|y)?|closed?|cleared?|ok|up|healthy|inactive|finished)$/i;
const state = inData(
  text(
    'State',
    'state',
    'status',
    'alertState',
    'alert_status',
    'condition',
    'monitorCondition',
    'event_action',
    'action',
    'level',
  ),
);

const stateAttribute = text(...STATE_ATTRIBUTES);

/**
 * Derives the type from the state in the data, or else from an extension attribute, or else from the end of the event's type.
 * There the end of something else, such as `connection.closed`, is no recovery.
 */
function deriveEventType(alarm: Alarm): EventType {
  const type = text('type')(alarm) ?? '';
  if (alarm.delivery.words === '0.2')
    return RESOLVED_SUFFIX.test(state(alarm) ?? type) ? 'RECOVERY' : 'ALERT';
  const stated = state(alarm) ?? stateAttribute(alarm);
  const isOver =
    stated === undefined
      ? parseStateWord(lastSegments(type))?.type === 'RECOVERY'
      : parseStateWord(stated)?.type === 'RECOVERY' || RESOLVED_STATE.test(stated);
  return isOver ? 'RECOVERY' : 'ALERT';
}
const RESOLVED_STATE = /^(?:resolved?|recover(?:ed|y)?|closed?|cleared?|ok|up|healthy|inactive|finished)$/i;

/** Returns the last two parts of a type: `alert.resolved` of `com.example.alert.resolved`. */
function lastSegments(type: string): string {
  return type.split(/[./:]/).slice(-2).join('.');
}

const SEVERITIES: Readonly<Record<string, Severity>> = {
  availability: 'CRITICAL',
  performance: 'WARNING',
  resource_contention: 'WARNING',
  custom_alert: 'WARNING',
  medium: 'WARNING',
};
const severityAttribute = severityBy(SEVERITIES, ...SEVERITY_ATTRIBUTES);
const severityAttribute0_2 = severityBy(SEVERITIES, 'severity', 'severitytext');
const identity = inData(
  text(
    'ProblemID',
    'PID',
    'fingerprint',
    'alertId',
    'alert_id',
    'incident_id',
    'incidentId',
    'dedup_key',
    'problemId',
  ),
);

/** Attributes that are no labels: those of the specification and of its documented extensions, the data, and what has a field. */
const NO_LABELS: ReadonlySet<string> = new Set([
  ...HEADER_ATTRIBUTES,
  ...['data', 'data_base64', 'datacontentencoding', 'schemaurl', 'dataref', 'traceparent', 'tracestate'],
  ...['sequence', 'sequencetype', 'sampledrate', 'partitionkey', 'expirytime', 'recordedtime'],
  ...['knativearrivaltime', 'knativehistory'],
  ...['cloudEventsVersion', 'eventID', 'eventType', 'eventTypeVersion', 'eventTime', 'contentType'],
]);

/** Reads the extension attributes of the sender: `team`, `cluster`. */
function extensionLabels({ value: event }: Alarm): Labels | undefined {
  const found = toLabels(event) ?? {};
  const entries = Object.entries(found).filter(([name]) => !NO_LABELS.has(name));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const SINGLE_LABELS = labelled({
  environment: text('environment', 'env', 'KeptnStage'),
  region: text('region'),
  cluster: text('cluster'),
  namespace: text('namespace'),
  project: text('project', 'KeptnProject'),
  service: text('service', 'KeptnService'),
  component: text('component'),
  team: text('team'),
  group: text('group'),
});

const parseEvents = createParser({
  alarms: singleOrList(wholeBody('specversion', 'cloudEventsVersion')),
  expects: {
    body: 'a CloudEvent (an object with `specversion`), a list of them, or one with ce- headers',
    identity: '`source` and `subject` or `id`',
    state: 'a state',
  },
  // Each event has another id, so the id is only the last resort.
  event_key: firstOf(
    joined('/', (alarm) => (identity(alarm) === undefined ? undefined : text('source')(alarm)), identity),
    (alarm) =>
      text('subject')(alarm) === undefined
        ? undefined
        : joined('/', text('source', 'type'), text('subject'))(alarm),
    joined('/', text('source'), text('id', 'eventID')),
  ),
  event_type: deriveEventType,
  title: firstOf(
    inData(text('ProblemTitle', 'title', 'summary', 'alertname', 'alert_name', 'message', 'name')),
    joined(': ', text('type'), text('subject')),
  ),
  description: firstOf(
    inData(
      text(
        'description',
        'ProblemDetailsText',
        'ProblemDetailsMarkdown',
        'ProblemDetailsHTML',
        'details',
        'message',
        'reason',
        'summary',
      ),
    ),
    inData(text('ImpactedEntity')),
    text('data'),
    (alarm) => {
      const data = value('data')(alarm);
      return data === undefined ? undefined : JSON.stringify(data, null, 2);
    },
  ),
  severity: firstOf(
    inData(
      severityBy(
        SEVERITIES,
        'severity',
        'ProblemSeverity',
        'ProblemDetails.severityLevel',
        'priority',
        'level',
      ),
    ),
    (alarm) => (alarm.delivery.words === '0.2' ? severityAttribute0_2(alarm) : severityAttribute(alarm)),
  ),
  rule: firstOf(inData(text('rule', 'ruleName', 'rule_name', 'alertname', 'check')), text('type')),
  resource: firstOf(
    inData(resource('entity', text('ImpactedEntities[0].name'), text('ImpactedEntities[0].entity'))),
    inData(
      resource(
        'resource',
        text(
          'resource.name',
          'resourceName',
          'resource',
          'host',
          'hostname',
          'instance',
          'service',
          'entity',
        ),
      ),
    ),
    resource('subject', text('subject')),
  ),
  provider: firstOf(inData(text('provider')), () => 'cloudevents'),
  account: inData(text('account', 'account_id', 'accountId', 'KeptnProject', 'project')),
  image_url: inData(link('image_url', 'imageUrl')),
  occurred_at: firstOf(instant('time', 'eventTime'), inData(instant('timestamp', 'time', 'occurred_at'))),
  labels: allLabels(
    inData(tags('labels')),
    inData(tags('tags', 'Tags')),
    inData(tags('dimensions', 'attributes', 'custom_details', 'customDetails')),
    extensionLabels,
    inData(SINGLE_LABELS),
  ),
  links: {
    runbook: inData(link('runbook_url', 'runbookUrl', 'runbook')),
    dashboard: inData(link('dashboard_url', 'dashboardUrl', 'dashboard')),
    source: inData(link('ProblemURL', 'url', 'link')),
    generator: inData(link('generatorURL', 'generator_url', 'generatorUrl')),
  },
  additional_info: {
    id: text('id'),
    source: text('source'),
    type: text('type'),
    subject: text('subject'),
    data: withData((data) => data),
  },
  additional_info_0_2: { url: inData(text('ProblemURL', 'url', 'link')) },
});

/** Converts binary content mode (attributes in headers) to structured mode (attributes and data in the body). */
function toStructuredMode({ headers, body, words }: PluginDelivery): Json {
  if (headers['ce-specversion'] === undefined || (isObject(body) && body['specversion'] !== undefined))
    return body;
  const names = words === '0.2' ? ATTRIBUTES : HEADER_ATTRIBUTES;
  const attributes = names.flatMap((name) => {
    const encoded = headers[`ce-${name}`];
    return encoded === undefined ? [] : [[name, decodeHeader(encoded)] as const];
  });
  return { ...Object.fromEntries(attributes), data: body };
}

/** Decodes a header value, which is percent-encoded (HTTP protocol binding, section 3.1.3.2). */
function decodeHeader(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** CloudEvents 1.0 over HTTP in structured, binary and batched mode. */
export const cloudevents: Plugin = {
  plugin_id: 'cloudevents',
  version: '1.1.0',
  name: 'CloudEvents',
  provider: 'cloudevents',
  docs: loadGuide('systems/cloudevents'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/cloudevents'),
  headers: HEADER_ATTRIBUTES.map((name) => `ce-${name}`),
  recognises: recogniseAny(
    recogniseBy('specversion', 'type', 'source', 'id'),
    recogniseBy('$[0].specversion', '$[0].type', '$[0].source'),
    recogniseBy({ header: 'ce-specversion' }, { header: 'ce-type' }, { header: 'ce-id' }),
  ),
  parse: (delivery, options) => parseEvents({ ...delivery, body: toStructuredMode(delivery) }, options),
  preflight,
};

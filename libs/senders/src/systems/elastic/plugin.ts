import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { eitherOf, wholeBody } from '../../vocabulary/alarm-finder.js';
import { insideJson } from '../../vocabulary/embedded.js';
import { singleOrList, createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource, resourceByLabel } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { dictionary } from '../../vocabulary/word.js';
import { filledText } from '../../vocabulary/template.js';
import { joined, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { findInSummary } from './alert-summary.js';

/** Returns paths for a field of Kibana's documents, which is nested, or flat with dots in its name. */
const dottedPaths = (name: string): readonly string[] => [`["${name}"]`, name];
/** Returns a reader for a body in which rule, alert and context are each a text with JSON. */
const inInfoJson = <T>(section: 'rule' | 'alert' | 'context', read: Reader<T>): Reader<T> =>
  insideJson(`webhook_body.${section}_info`, read);

const ruleId = firstOf(
  filledText(
    'rule.id',
    'rule_id',
    'ruleId',
    'alertId',
    'rule.uuid',
    ...dottedPaths('kibana.alert.rule.uuid'),
  ),
  inInfoJson('rule', filledText('id')),
);
const ruleName = firstOf(
  filledText('rule.name', 'rule_name', 'ruleName', 'alertName', ...dottedPaths('kibana.alert.rule.name')),
  inInfoJson('rule', filledText('name')),
);
const instanceId = firstOf(
  filledText(
    'alert.id',
    'alert_id',
    'alertInstanceId',
    'alert.instance_id',
    ...dottedPaths('kibana.alert.instance.id'),
    ...dottedPaths('kibana.alert.id'),
    ...dottedPaths('kibana.alert.uuid'),
  ),
  inInfoJson('alert', filledText('id', 'uuid')),
);
const actionGroup = firstOf(
  filledText(
    'alert.actionGroup',
    'alert.actionGroupName',
    'alert_action_group',
    'action_group',
    'actionGroup',
    'actionGroupName',
    'alertActionGroup',
    'alertActionGroupName',
    'alert.status',
    'alert_status',
    'alertStatus',
    ...dottedPaths('kibana.alert.status'),
    'status',
    'state',
    'event_action',
  ),
  inInfoJson('alert', filledText('actionGroup', 'actionGroupName')),
);

function deriveEventType(alarm: Alarm): EventType {
  return /recover|resolve|^ok$|inactive|clear|close/i.test(actionGroup(alarm) ?? '') ? 'RECOVERY' : 'ALERT';
}

/** The id of the alert. A rule without groups calls its only alert `query matched`, which identifies nothing. */
const alertInstance: Reader<string> = (alarm) => {
  const id = instanceId(alarm);
  return id === '*' || id === 'query matched' ? undefined : id;
};

const CONTEXT_LABELS = [
  'host.name',
  'host',
  'hostname',
  'service.name',
  'container.id',
  'pod',
  'monitor.name',
  'url',
];

/** The time of the rule's run that found the alert, or found it recovered. */
const ruleRunAt = instant('date', 'timestamp', '@timestamp', 'context.timestamp', 'context.date');
export const alertEnd = instant(...dottedPaths('kibana.alert.end'));

export const statedSeverity = firstOf(
  severity('severity', 'context.severity', 'alert.severity', 'rule.severity'),
  severity(...dottedPaths('kibana.alert.severity'), ...dottedPaths('kibana.alert.rule.severity')),
  inInfoJson('context', severity('severity')),
);
const severityByGroup = dictionary<Severity>({
  critical: 'CRITICAL',
  high: 'ERROR',
  medium: 'WARNING',
  warning: 'WARNING',
  low: 'INFO',
  'no data': 'NOT_AVAILABLE',
});
/** The severity from the action group. Some rules have a group per severity: `metrics.inventory_threshold.warning`. */
const groupSeverity = firstOf(
  ...[filledText('alert.actionGroupName', 'actionGroupName', 'alertActionGroupName'), actionGroup].map(
    (read) => (alarm: Alarm) => severityByGroup(read(alarm)?.split('.').at(-1) ?? ''),
  ),
);

/** Rules of Kibana through a Webhook connector, with the body of the guide or a similar one. */
export const KIBANA: AlarmFormat = {
  alarms: singleOrList(
    eitherOf(
      findInSummary,
      wholeBody('rule.id', 'rule.name', 'rule_id', 'rule_name', 'ruleId', 'ruleName', 'alertId', 'alertName'),
      wholeBody(
        '["kibana.alert.rule.uuid"]',
        '["kibana.alert.uuid"]',
        'kibana.alert',
        'webhook_body.rule_info',
        'webhook_body.alert_info',
      ),
    ),
  ),
  expects: {
    body: 'the body of a Kibana rule action (an object with `rule` and `alert`)',
    identity: '`rule.id` and `alert.id`',
    state: '`alert.actionGroup`',
  },
  event_key: joined('/', firstOf(ruleId, ruleName), instanceId),
  event_type: deriveEventType,
  title: firstOf(filledText('title', 'context.title'), joined(': ', ruleName, alertInstance)),
  description: firstOf(
    filledText('message', 'context.message', 'context.reason', 'reason', 'description', 'context.conditions'),
    filledText(...dottedPaths('kibana.alert.reason')),
    inInfoJson('context', filledText('reason', 'message')),
  ),
  severity: firstOf(statedSeverity, groupSeverity),
  rule: ruleName,
  resource: firstOf(
    resource(
      'host',
      filledText('context.host.name', ...dottedPaths('host.name'), 'host', 'context.hostname'),
    ),
    resource(
      'service',
      filledText('context.serviceName', 'context.service.name', ...dottedPaths('service.name')),
    ),
    resource(
      'monitor',
      filledText('context.monitorName'),
      filledText('context.monitorId', 'context.monitorName'),
    ),
    resourceByLabel('context', ...CONTEXT_LABELS),
    inInfoJson('context', resource('host', filledText('host.name', 'hostname'))),
    resource('alert', alertInstance),
  ),
  provider: () => 'elastic',
  account: firstOf(
    filledText(
      'space_id',
      'rule.spaceId',
      'spaceId',
      'rule.space_id',
      '["kibana.space_ids"][0]',
      'kibana.space_ids[0]',
    ),
    inInfoJson('rule', filledText('spaceId')),
  ),
  occurred_at: firstOf(
    ruleRunAt,
    instant(...dottedPaths('kibana.alert.start')),
    inInfoJson('context', instant('timestamp', 'date')),
  ),
  resolved_at: firstOf(alertEnd, ruleRunAt),
  additional_info: {
    action_group: actionGroup,
    rule: firstOf(
      value('rule'),
      inInfoJson('rule', (alarm) => alarm.value),
    ),
    alert: firstOf(
      value('alert'),
      inInfoJson('alert', (alarm) => alarm.value),
    ),
    context: firstOf(
      value('context'),
      inInfoJson('context', (alarm) => alarm.value),
    ),
    value: value('value', 'context.value'),
    tags: textList(undefined, 'tags', 'rule.tags'),
    url: firstOf(
      filledText(
        'url',
        'rule.url',
        'rule_url',
        'context.link',
        'context.alertDetailsUrl',
        'context.viewInAppUrl',
        ...dottedPaths('kibana.alert.url'),
      ),
      inInfoJson('context', filledText('alertDetailsUrl', 'viewInAppUrl')),
      inInfoJson('rule', filledText('url')),
    ),
    kibanaBaseUrl: filledText('kibanaBaseUrl', 'kibana_base_url'),
  },
};

export const WATCH_ID = text('watch_id', 'metadata.name');

/** Watches of Watcher, whose webhook action posts `ctx`. */
export const WATCHER: AlarmFormat = {
  alarms: singleOrList(
    eitherOf(
      wholeBody('watch_id', 'ctx.watch_id'),
      wholeBody('metadata.name', 'trigger.triggered_time', 'trigger.scheduled_time'),
    ),
  ),
  expects: {
    body: 'the context of a watch (an object with `watch_id`)',
    identity: '`watch_id`',
    state: '`state`',
  },
  event_key: firstOf(WATCH_ID, text('ctx.watch_id', 'id')),
  event_type: deriveEventType,
  title: firstOf(
    text('title', 'subject', 'metadata.name', 'ctx.metadata.name'),
    WATCH_ID,
    text('ctx.watch_id'),
  ),
  description: text('message', 'body', 'text', 'reason', 'ctx.payload.message'),
  severity: severity('severity', 'metadata.severity', 'ctx.metadata.severity', 'priority'),
  rule: firstOf(WATCH_ID, text('ctx.watch_id')),
  resource: firstOf(
    resource('host', text('host', 'metadata.host', 'payload.hits.hits[0]._source.host.name')),
    resource('index', text('payload.hits.hits[0]._index')),
  ),
  provider: () => 'elastic',
  occurred_at: instant(
    'trigger.triggered_time',
    'execution_time',
    'ctx.execution_time',
    'ctx.trigger.triggered_time',
  ),
  additional_info: {
    metadata: value('metadata', 'ctx.metadata'),
    payload: value('payload', 'ctx.payload'),
    trigger: value('trigger', 'ctx.trigger'),
  },
};

/** Elastic: rules of Kibana and watches. */
export const elastic: Plugin = {
  plugin_id: 'elastic',
  version: '1.1.0',
  name: 'Elastic (Kibana and Watcher)',
  provider: 'elastic',
  docs: loadGuide('systems/elastic'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/elastic'),
  recognises: recogniseAny(
    recogniseBy('rule.id', 'alert.actionGroup'),
    recogniseBy('rule.id', 'rule.name', 'alert.id'),
    recogniseBy('ruleId', 'alertInstanceId'),
    recogniseBy('rule_id', 'alert_action_group'),
    recogniseBy('rule_id', 'alert_id', 'alert_status'),
    recogniseBy('watch_id', 'ctx'),
    recogniseBy('ctx.watch_id', 'ctx.payload'),
    recogniseBy('watch_id', 'metadata'),
    recogniseBy('rule_name', 'alert_id', 'action_group'),
    recogniseBy(['kibana.alert.rule.uuid', /./]),
    recogniseBy(['["kibana.alert.rule.uuid"]', /./], '["kibana.alert.rule.name"]'),
    recogniseBy(['["kibana.alert.uuid"]', /./], '["kibana.alert.status"]'),
    recogniseBy('webhook_body.alert_info', 'webhook_body.rule_info', 'webhook_body.context_info'),
    recogniseBy('alertId', 'alertName', 'alertInstanceId'),
    recogniseBy('watch_id', 'payload'),
    recogniseBy('kibanaBaseUrl'),
    recogniseBy('alerts.new.data', 'alerts.recovered.data'),
  ),
  parse: createMultiFormatParser(KIBANA, WATCHER),
};

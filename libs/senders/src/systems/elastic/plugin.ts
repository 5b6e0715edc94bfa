import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { eitherOf, wholeBody } from '../../vocabulary/alarms.js';
import { inside } from '../../vocabulary/embedded.js';
import { alsoListed, formatsOf } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource, resourceByLabel } from '../../vocabulary/resource.js';
import type { Sender } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { dictionary } from '../../vocabulary/word.js';
import { filled } from '../../vocabulary/template.js';
import { joined, text } from '../../vocabulary/text.js';
import { texts } from '../../vocabulary/texts.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { inSummary } from './alert-summary.js';

/** Returns paths for a field of Kibana's documents, which is nested, or flat with dots in its name. */
const own = (name: string): readonly string[] => [`["${name}"]`, name];
/** Returns a reader for a body in which rule, alert and context are each a text with JSON. */
const told = <T>(part: 'rule' | 'alert' | 'context', read: Reader<T>): Reader<T> =>
  inside(`webhook_body.${part}_info`, read);

const ruleId = firstOf(
  filled('rule.id', 'rule_id', 'ruleId', 'alertId', 'rule.uuid', ...own('kibana.alert.rule.uuid')),
  told('rule', filled('id')),
);
const ruleName = firstOf(
  filled('rule.name', 'rule_name', 'ruleName', 'alertName', ...own('kibana.alert.rule.name')),
  told('rule', filled('name')),
);
const instanceId = firstOf(
  filled(
    'alert.id',
    'alert_id',
    'alertInstanceId',
    'alert.instance_id',
    ...own('kibana.alert.instance.id'),
    ...own('kibana.alert.id'),
    ...own('kibana.alert.uuid'),
  ),
  told('alert', filled('id', 'uuid')),
);
const group = firstOf(
  filled(
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
    ...own('kibana.alert.status'),
    'status',
    'state',
    'event_action',
  ),
  told('alert', filled('actionGroup', 'actionGroupName')),
);

function typeOf(alarm: Alarm): EventType {
  return /recover|resolve|^ok$|inactive|clear|close/i.test(group(alarm) ?? '') ? 'RECOVERY' : 'ALERT';
}

/** The id of the alert. A rule without groups calls its only alert `query matched`, which identifies nothing. */
const instance: Reader<string> = (alarm) => {
  const id = instanceId(alarm);
  return id === '*' || id === 'query matched' ? undefined : id;
};

const HOST_LABELS = [
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
const ranAt = instant('date', 'timestamp', '@timestamp', 'context.timestamp', 'context.date');
export const alertEnd = instant(...own('kibana.alert.end'));

export const statedSeverity = firstOf(
  severity('severity', 'context.severity', 'alert.severity', 'rule.severity'),
  severity(...own('kibana.alert.severity'), ...own('kibana.alert.rule.severity')),
  told('context', severity('severity')),
);
const GRADES = dictionary<Severity>({
  critical: 'CRITICAL',
  high: 'ERROR',
  medium: 'WARNING',
  warning: 'WARNING',
  low: 'INFO',
  'no data': 'NOT_AVAILABLE',
});
/** The severity from the action group. Some rules have a group per severity: `metrics.inventory_threshold.warning`. */
const grade = firstOf(
  ...[filled('alert.actionGroupName', 'actionGroupName', 'alertActionGroupName'), group].map(
    (read) => (alarm: Alarm) => GRADES(read(alarm)?.split('.').at(-1) ?? ''),
  ),
);

/** Rules of Kibana through a Webhook connector, with the body of the guide or a similar one. */
export const KIBANA: Sender = {
  alarms: alsoListed(
    eitherOf(
      inSummary,
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
  event_type: typeOf,
  title: firstOf(filled('title', 'context.title'), joined(': ', ruleName, instance)),
  description: firstOf(
    filled('message', 'context.message', 'context.reason', 'reason', 'description', 'context.conditions'),
    filled(...own('kibana.alert.reason')),
    told('context', filled('reason', 'message')),
  ),
  severity: firstOf(statedSeverity, grade),
  rule: ruleName,
  resource: firstOf(
    resource('host', filled('context.host.name', ...own('host.name'), 'host', 'context.hostname')),
    resource('service', filled('context.serviceName', 'context.service.name', ...own('service.name'))),
    resource('monitor', filled('context.monitorName'), filled('context.monitorId', 'context.monitorName')),
    resourceByLabel('context', ...HOST_LABELS),
    told('context', resource('host', filled('host.name', 'hostname'))),
    resource('alert', instance),
  ),
  provider: () => 'elastic',
  account: firstOf(
    filled(
      'space_id',
      'rule.spaceId',
      'spaceId',
      'rule.space_id',
      '["kibana.space_ids"][0]',
      'kibana.space_ids[0]',
    ),
    told('rule', filled('spaceId')),
  ),
  occurred_at: firstOf(
    ranAt,
    instant(...own('kibana.alert.start')),
    told('context', instant('timestamp', 'date')),
  ),
  resolved_at: firstOf(alertEnd, ranAt),
  additional_info: {
    action_group: group,
    rule: firstOf(
      value('rule'),
      told('rule', (alarm) => alarm.value),
    ),
    alert: firstOf(
      value('alert'),
      told('alert', (alarm) => alarm.value),
    ),
    context: firstOf(
      value('context'),
      told('context', (alarm) => alarm.value),
    ),
    value: value('value', 'context.value'),
    tags: texts(undefined, 'tags', 'rule.tags'),
    url: firstOf(
      filled(
        'url',
        'rule.url',
        'rule_url',
        'context.link',
        'context.alertDetailsUrl',
        'context.viewInAppUrl',
        ...own('kibana.alert.url'),
      ),
      told('context', filled('alertDetailsUrl', 'viewInAppUrl')),
      told('rule', filled('url')),
    ),
    kibanaBaseUrl: filled('kibanaBaseUrl', 'kibana_base_url'),
  },
};

export const WATCH_ID = text('watch_id', 'metadata.name');

/** Watches of Watcher, whose webhook action posts `ctx`. */
export const WATCHER: Sender = {
  alarms: alsoListed(
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
  event_type: typeOf,
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
  docs: guideOf('systems/elastic'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/elastic'),
  recognises: anyShape(
    shaped('rule.id', 'alert.actionGroup'),
    shaped('rule.id', 'rule.name', 'alert.id'),
    shaped('ruleId', 'alertInstanceId'),
    shaped('rule_id', 'alert_action_group'),
    shaped('rule_id', 'alert_id', 'alert_status'),
    shaped('watch_id', 'ctx'),
    shaped('ctx.watch_id', 'ctx.payload'),
    shaped('watch_id', 'metadata'),
    shaped('rule_name', 'alert_id', 'action_group'),
    shaped(['kibana.alert.rule.uuid', /./]),
    shaped(['["kibana.alert.rule.uuid"]', /./], '["kibana.alert.rule.name"]'),
    shaped(['["kibana.alert.uuid"]', /./], '["kibana.alert.status"]'),
    shaped('webhook_body.alert_info', 'webhook_body.rule_info', 'webhook_body.context_info'),
    shaped('alertId', 'alertName', 'alertInstanceId'),
    shaped('watch_id', 'payload'),
    shaped('kibanaBaseUrl'),
    shaped('alerts.new.data', 'alerts.recovered.data'),
  ),
  parse: formatsOf(KIBANA, WATCHER),
};

import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { eitherOf, wholeBody } from '../../vocabulary/alarm-finder.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { insideJson } from '../../vocabulary/embedded.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags, toTags } from '../../vocabulary/labels.js';
import { filledOnly, OWN_LINKS, ownLabels } from '../../vocabulary/own-labels.js';
import { firstAt, value } from '../../vocabulary/path.js';
import { resource, resourceByLabel } from '../../vocabulary/resource.js';
import { severity } from '../../vocabulary/severity.js';
import { filledText } from '../../vocabulary/template.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { dictionary } from '../../vocabulary/word.js';
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

export function deriveEventType(alarm: Alarm): EventType {
  return /recover|resolve|^ok$|inactive|clear|close/i.test(actionGroup(alarm) ?? '') ? 'RECOVERY' : 'ALERT';
}

/** The id of the alert. A rule without groups calls its only alert `query matched`, which identifies nothing. */
const alertInstance: Reader<string> = (alarm) => {
  const id = instanceId(alarm);
  return id === '*' || id === 'query matched' ? undefined : id;
};

const ruleTags = firstOf(
  filledOnly(tags('tags', 'rule.tags', ...dottedPaths('kibana.alert.rule.tags'))),
  inInfoJson('rule', tags('tags')),
);

/** Reads the groups of the rule's condition, by which it tells its alerts apart: a list of objects with `field` and `value`. */
const groupLabels = firstAt(['context.group', ...dottedPaths('kibana.alert.group')], (groups) =>
  Array.isArray(groups) ? toTags(groups.map(toNameAndValue)) : undefined,
);

function toNameAndValue(group: Json): Json {
  return isObject(group) ? { name: group['field'] ?? null, value: group['value'] ?? null } : group;
}

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
  labels: allLabels(
    ruleTags,
    ownLabels('service'),
    groupLabels,
    labelled({
      environment: text('context.environment', ...dottedPaths('service.environment')),
      service: text('context.serviceName', 'context.service.name', ...dottedPaths('service.name')),
    }),
  ),
  links: {
    source: firstOf(
      link('context.alertDetailsUrl', 'context.link', 'url', ...dottedPaths('kibana.alert.url')),
      inInfoJson('context', link('alertDetailsUrl')),
    ),
    runbook: OWN_LINKS.runbook,
    dashboard: firstOf(
      OWN_LINKS.dashboard,
      link('context.viewInAppUrl'),
      inInfoJson('context', link('viewInAppUrl')),
    ),
    generator: firstOf(link('rule.url', 'rule_url'), inInfoJson('rule', link('url'))),
  },
  additional_info: {
    action_group: actionGroup,
    rule_id: ruleId,
    rule_type: firstOf(text('rule.type'), inInfoJson('rule', text('type'))),
    alert: firstOf(
      value('alert'),
      inInfoJson('alert', (alarm) => alarm.value),
    ),
    context: firstOf(
      value('context'),
      inInfoJson('context', (alarm) => alarm.value),
    ),
    value: value('value', 'context.value'),
    kibanaBaseUrl: filledText('kibanaBaseUrl', 'kibana_base_url'),
  },
  additional_info_0_2: {
    rule: firstOf(
      value('rule'),
      inInfoJson('rule', (alarm) => alarm.value),
    ),
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
  },
};

import type { Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant, instantOf } from '../../vocabulary/instant.js';
import { firstAt, value, type Path } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { Sender } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, text, textOf } from '../../vocabulary/text.js';
import { texts } from '../../vocabulary/texts.js';
import { word } from '../../vocabulary/word.js';
import { AZURE_SEVERITIES, lastPart, subscriptionIn } from './common-alert.js';

const STATES: Readonly<Record<string, EventType>> = {
  activated: 'ALERT',
  fired: 'ALERT',
  deactivated: 'RECOVERY',
  resolved: 'RECOVERY',
};

/** Returns the paths of fields inside and outside the newer wrapper `{schemaId, data}`. */
function both(...fields: readonly string[]): Path[] {
  return fields.flatMap((field) => [`data.${field}`, field]);
}

/** Metric alerts before the common schema, web tests and autoscale notices. They have `status` and `context`. */
export const CLASSIC_ALERT: Sender = {
  alarms: alsoListed(wholeBody('data.context.id', 'context.id', 'data.context.name', 'context.name')),
  expects: {
    body: 'a metric alert (an object with `status` and `context`)',
    identity: '`context.id` or `context.name`',
    state: '`status` Activated or Deactivated',
  },
  event_key: joined('|', text(...both('context.id', 'context.name')), text(...both('context.resourceId'))),
  event_type: word(STATES, ...both('status')),
  title: text(...both('context.name')),
  description: firstOf(
    text(...both('context.description', 'context.details')),
    joined(
      ' ',
      text(...both('context.condition.metricName', 'context.condition.allOf[0].metricName')),
      text(...both('context.condition.operator', 'context.condition.allOf[0].operator')),
      text(...both('context.condition.threshold', 'context.condition.allOf[0].threshold')),
    ),
  ),
  // Autoscale reports its actions. They are not problems, whatever the status is.
  severity: firstOf(
    word<Severity>({ 'scale out': 'INFO', 'scale in': 'INFO' }, ...both('operation')),
    severityBy(AZURE_SEVERITIES, ...both('context.severity')),
  ),
  rule: text(...both('context.name')),
  resource: resource(
    'resource',
    firstOf(text(...both('context.resourceName')), lastPart(...both('context.resourceId'))),
    text(...both('context.resourceId', 'context.resourceName')),
  ),
  provider: () => 'azure',
  account: firstOf(
    text(...both('context.subscriptionId')),
    subscriptionIn(...both('context.resourceId', 'context.id')),
  ),
  occurred_at: instant(...both('context.timestamp')),
  additional_info: {
    status: text(...both('status')),
    operation: text(...both('operation')),
    conditionType: text(...both('context.conditionType')),
    condition: value(...both('context.condition')),
    resourceType: text(...both('context.resourceType')),
    resourceGroupName: text(...both('context.resourceGroupName')),
    resourceRegion: text(...both('context.resourceRegion')),
    portalLink: text(...both('context.portalLink')),
    properties: value(...both('properties')),
  },
};

const LOG = 'data.context.activityLog';

/** Activity log alerts before the common schema, including Service Health and Resource Health. */
export const ACTIVITY_LOG_ALERT: Sender = {
  alarms: alsoListed(wholeBody(LOG)),
  expects: {
    body: 'an activity log alert (an object with `data.context.activityLog`)',
    identity: '`trackingId`, `correlationId` or `eventDataId`',
    state: '`data.status`',
  },
  event_key: text(
    `${LOG}.properties.trackingId`,
    `${LOG}.correlationId`,
    `${LOG}.operationId`,
    `${LOG}.eventDataId`,
    `${LOG}.resourceId`,
  ),
  event_type: firstOf(
    word<EventType>({ resolved: 'RECOVERY', complete: 'RECOVERY' }, `${LOG}.properties.stage`),
    word<EventType>({ available: 'RECOVERY' }, `${LOG}.properties.currentHealthStatus`),
    word<EventType>({ resolved: 'RECOVERY' }, `${LOG}.status`),
    word(STATES, 'data.status'),
    () => 'ALERT',
  ),
  title: text(`${LOG}.properties.title`, `${LOG}.description`, `${LOG}.operationName`),
  description: firstOf(
    joined(
      '\n\n',
      text(`${LOG}.description`),
      text(`${LOG}.properties.communication`, `${LOG}.properties.details`),
    ),
    joined(': ', text(`${LOG}.operationName`), text(`${LOG}.status`)),
  ),
  severity: severityBy(AZURE_SEVERITIES, `${LOG}.level`),
  rule: text(`${LOG}.operationName`, `${LOG}.eventSource`),
  resource: resource(
    'resource',
    firstOf(lastPart(`${LOG}.resourceId`), text(`${LOG}.properties.service`)),
    text(`${LOG}.resourceId`, `${LOG}.properties.service`),
  ),
  provider: () => 'azure',
  account: firstOf(text(`${LOG}.subscriptionId`), subscriptionIn(`${LOG}.resourceId`)),
  occurred_at: instant(`${LOG}.eventTimestamp`, `${LOG}.submissionTimestamp`),
  additional_info: { activityLog: value(LOG), properties: value('data.properties') },
};

/** Parses a time that is UTC by the name of its field. It may be in the American form without a zone: `3/4/2025 10:15:00 AM`. */
function utcOf(from: Json): Date | undefined {
  const said = textOf(from);
  return instantOf(said !== undefined && /[AP]M$/i.test(said) ? `${said} UTC` : from);
}

/** Log search alerts before the common schema. They never resolve. */
export const LOG_ALERT: Sender = {
  alarms: alsoListed(wholeBody(...both('AlertRuleName', 'SearchQuery'))),
  expects: {
    body: 'a log alert (an object with `data.AlertRuleName`)',
    identity: '`AlertRuleName`',
    state: 'a log alert',
  },
  event_key: joined('/', text(...both('SubscriptionId')), text(...both('AlertRuleName', 'SearchQuery'))),
  event_type: () => 'ALERT',
  title: text(...both('AlertRuleName')),
  description: joined('\n\n', text(...both('Description')), text(...both('SearchQuery'))),
  severity: severityBy(AZURE_SEVERITIES, ...both('Severity')),
  rule: text(...both('AlertRuleName')),
  resource: firstOf(
    resource('resource', text(...both('AffectedConfigurationItems[0]'))),
    resource('resource', lastPart(...both('ResourceId')), text(...both('ResourceId'))),
    resource('workspace', text(...both('WorkspaceId', 'ApplicationId'))),
  ),
  provider: () => 'azure',
  account: text(...both('SubscriptionId')),
  occurred_at: firstAt(both('SearchIntervalEndtimeUtc', 'SearchIntervalEndTimeUtc'), utcOf),
  additional_info: {
    LinkToSearchResults: text(...both('LinkToSearchResults')),
    ResultCount: value(...both('ResultCount')),
    AlertThresholdOperator: text(...both('AlertThresholdOperator')),
    AlertThresholdValue: value(...both('AlertThresholdValue')),
    AffectedConfigurationItems: texts(undefined, 'data.AffectedConfigurationItems'),
    SearchResult: value(...both('SearchResult', 'SearchResults')),
  },
};

/** Budget alerts. */
export const BUDGET_ALERT: Sender = {
  alarms: alsoListed(wholeBody('data.BudgetName')),
  expects: { body: 'a budget notice (`data.BudgetName`)', identity: '`BudgetName`', state: 'a notice' },
  event_key: joined('/', text('data.SubscriptionId'), text('data.BudgetName')),
  event_type: () => 'ALERT',
  title: joined(
    ' ',
    () => 'Budget',
    text('data.BudgetName'),
    () => 'is spent',
  ),
  description: joined(
    ' ',
    text('data.SpendingAmount'),
    text('data.Unit'),
    () => 'spent of',
    text('data.Budget'),
  ),
  severity: () => 'WARNING',
  rule: text('data.BudgetName'),
  resource: resource('subscription', text('data.SubscriptionName', 'data.SubscriptionId')),
  provider: () => 'azure',
  account: text('data.SubscriptionId'),
  additional_info: { data: value('data') },
};

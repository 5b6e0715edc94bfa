import type { Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant, parseInstant } from '../../vocabulary/instant.js';
import { firstAt, value, type Path } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word } from '../../vocabulary/word.js';
import { AZURE_SEVERITIES, lastSegment, resourceGroupOf, subscriptionOf } from './common-alert.js';
import { allLabels, labelled, labels, tags } from '../../vocabulary/labels.js';

const STATES: Readonly<Record<string, EventType>> = {
  activated: 'ALERT',
  fired: 'ALERT',
  deactivated: 'RECOVERY',
  resolved: 'RECOVERY',
};

/** Returns the paths of fields inside and outside the newer wrapper `{schemaId, data}`. */
function withAndWithoutData(...fields: readonly string[]): Path[] {
  return fields.flatMap((field) => [`data.${field}`, field]);
}

/** Metric alerts before the common schema, web tests and autoscale notices. They have `status` and `context`. */
export const CLASSIC_ALERT: AlarmFormat = {
  alarms: singleOrList(wholeBody('data.context.id', 'context.id', 'data.context.name', 'context.name')),
  expects: {
    body: 'a metric alert (an object with `status` and `context`)',
    identity: '`context.id` or `context.name`',
    state: '`status` Activated or Deactivated',
  },
  event_key: joined(
    '|',
    text(...withAndWithoutData('context.id', 'context.name')),
    text(...withAndWithoutData('context.resourceId')),
  ),
  event_type: word(STATES, ...withAndWithoutData('status')),
  title: text(...withAndWithoutData('context.name')),
  description: firstOf(
    text(...withAndWithoutData('context.description', 'context.details')),
    joined(
      ' ',
      text(...withAndWithoutData('context.condition.metricName', 'context.condition.allOf[0].metricName')),
      text(...withAndWithoutData('context.condition.operator', 'context.condition.allOf[0].operator')),
      text(...withAndWithoutData('context.condition.threshold', 'context.condition.allOf[0].threshold')),
    ),
  ),
  // Autoscale reports its actions. They are not problems, whatever the status is.
  severity: firstOf(
    word<Severity>({ 'scale out': 'INFO', 'scale in': 'INFO' }, ...withAndWithoutData('operation')),
    severityBy(AZURE_SEVERITIES, ...withAndWithoutData('context.severity')),
  ),
  rule: text(...withAndWithoutData('context.name')),
  resource: resource(
    'resource',
    firstOf(
      text(...withAndWithoutData('context.resourceName')),
      lastSegment(...withAndWithoutData('context.resourceId')),
    ),
    text(...withAndWithoutData('context.resourceId', 'context.resourceName')),
  ),
  provider: () => 'azure',
  account: firstOf(
    text(...withAndWithoutData('context.subscriptionId')),
    subscriptionOf(...withAndWithoutData('context.resourceId', 'context.id')),
  ),
  occurred_at: instant(...withAndWithoutData('context.timestamp')),
  labels: allLabels(
    labels(...withAndWithoutData('properties')),
    tags(...withAndWithoutData('context.condition.allOf[0].dimensions')),
    labelled({
      region: text(...withAndWithoutData('context.resourceRegion')),
      resource_group: firstOf(
        text(...withAndWithoutData('context.resourceGroupName')),
        resourceGroupOf(...withAndWithoutData('context.resourceId')),
      ),
    }),
  ),
  links: { source: link(...withAndWithoutData('context.portalLink')) },
  additional_info: {
    status: text(...withAndWithoutData('status')),
    operation: text(...withAndWithoutData('operation')),
    conditionType: text(...withAndWithoutData('context.conditionType')),
    condition: value(...withAndWithoutData('context.condition')),
    resourceType: text(...withAndWithoutData('context.resourceType')),
  },
  additional_info_0_2: {
    resourceGroupName: text(...withAndWithoutData('context.resourceGroupName')),
    resourceRegion: text(...withAndWithoutData('context.resourceRegion')),
    portalLink: text(...withAndWithoutData('context.portalLink')),
    properties: value(...withAndWithoutData('properties')),
  },
};

const ACTIVITY_LOG_PATH = 'data.context.activityLog';

/** Activity log alerts before the common schema, including Service Health and Resource Health. */
export const ACTIVITY_LOG_ALERT: AlarmFormat = {
  alarms: singleOrList(wholeBody(ACTIVITY_LOG_PATH)),
  expects: {
    body: 'an activity log alert (an object with `data.context.activityLog`)',
    identity: '`trackingId`, `correlationId` or `eventDataId`',
    state: '`data.status`',
  },
  event_key: text(
    `${ACTIVITY_LOG_PATH}.properties.trackingId`,
    `${ACTIVITY_LOG_PATH}.correlationId`,
    `${ACTIVITY_LOG_PATH}.operationId`,
    `${ACTIVITY_LOG_PATH}.eventDataId`,
    `${ACTIVITY_LOG_PATH}.resourceId`,
  ),
  event_type: firstOf(
    word<EventType>({ resolved: 'RECOVERY', complete: 'RECOVERY' }, `${ACTIVITY_LOG_PATH}.properties.stage`),
    word<EventType>({ available: 'RECOVERY' }, `${ACTIVITY_LOG_PATH}.properties.currentHealthStatus`),
    word<EventType>({ resolved: 'RECOVERY' }, `${ACTIVITY_LOG_PATH}.status`),
    word(STATES, 'data.status'),
    () => 'ALERT',
  ),
  title: text(
    `${ACTIVITY_LOG_PATH}.properties.title`,
    `${ACTIVITY_LOG_PATH}.description`,
    `${ACTIVITY_LOG_PATH}.operationName`,
  ),
  description: firstOf(
    joined(
      '\n\n',
      text(`${ACTIVITY_LOG_PATH}.description`),
      text(`${ACTIVITY_LOG_PATH}.properties.communication`, `${ACTIVITY_LOG_PATH}.properties.details`),
    ),
    joined(': ', text(`${ACTIVITY_LOG_PATH}.operationName`), text(`${ACTIVITY_LOG_PATH}.status`)),
  ),
  severity: severityBy(AZURE_SEVERITIES, `${ACTIVITY_LOG_PATH}.level`),
  rule: text(`${ACTIVITY_LOG_PATH}.operationName`, `${ACTIVITY_LOG_PATH}.eventSource`),
  resource: resource(
    'resource',
    firstOf(lastSegment(`${ACTIVITY_LOG_PATH}.resourceId`), text(`${ACTIVITY_LOG_PATH}.properties.service`)),
    text(`${ACTIVITY_LOG_PATH}.resourceId`, `${ACTIVITY_LOG_PATH}.properties.service`),
  ),
  provider: () => 'azure',
  account: firstOf(
    text(`${ACTIVITY_LOG_PATH}.subscriptionId`),
    subscriptionOf(`${ACTIVITY_LOG_PATH}.resourceId`),
  ),
  occurred_at: instant(`${ACTIVITY_LOG_PATH}.eventTimestamp`, `${ACTIVITY_LOG_PATH}.submissionTimestamp`),
  labels: allLabels(
    labels('data.properties'),
    labelled({
      service: text(`${ACTIVITY_LOG_PATH}.properties.service`),
      region: text(`${ACTIVITY_LOG_PATH}.properties.region`),
      resource_group: firstOf(
        text(`${ACTIVITY_LOG_PATH}.resourceGroupName`),
        resourceGroupOf(`${ACTIVITY_LOG_PATH}.resourceId`),
      ),
    }),
  ),
  additional_info: { activityLog: value(ACTIVITY_LOG_PATH) },
  additional_info_0_2: { properties: value('data.properties') },
};

/** Parses a time that is UTC by the name of its field. It may be in the American form without a zone: `3/4/2025 10:15:00 AM`. */
function parseUtc(from: Json, { delivery }: Alarm): Date | undefined {
  const timeText = textOf(from);
  const utcText = timeText !== undefined && /[AP]M$/i.test(timeText) ? `${timeText} UTC` : from;
  return parseInstant(utcText, delivery.words);
}

/** Log search alerts before the common schema. They never resolve. */
export const LOG_ALERT: AlarmFormat = {
  alarms: singleOrList(wholeBody(...withAndWithoutData('AlertRuleName', 'SearchQuery'))),
  expects: {
    body: 'a log alert (an object with `data.AlertRuleName`)',
    identity: '`AlertRuleName`',
    state: 'a log alert',
  },
  event_key: joined(
    '/',
    text(...withAndWithoutData('SubscriptionId')),
    text(...withAndWithoutData('AlertRuleName', 'SearchQuery')),
  ),
  event_type: () => 'ALERT',
  title: text(...withAndWithoutData('AlertRuleName')),
  description: joined(
    '\n\n',
    text(...withAndWithoutData('Description')),
    text(...withAndWithoutData('SearchQuery')),
  ),
  severity: severityBy(AZURE_SEVERITIES, ...withAndWithoutData('Severity')),
  rule: text(...withAndWithoutData('AlertRuleName')),
  resource: firstOf(
    resource('resource', text(...withAndWithoutData('AffectedConfigurationItems[0]'))),
    resource(
      'resource',
      lastSegment(...withAndWithoutData('ResourceId')),
      text(...withAndWithoutData('ResourceId')),
    ),
    resource('workspace', text(...withAndWithoutData('WorkspaceId', 'ApplicationId'))),
  ),
  provider: () => 'azure',
  account: text(...withAndWithoutData('SubscriptionId')),
  occurred_at: firstAt(withAndWithoutData('SearchIntervalEndtimeUtc', 'SearchIntervalEndTimeUtc'), parseUtc),
  labels: allLabels(
    tags(...withAndWithoutData('Dimensions')),
    labelled({ resource_group: resourceGroupOf(...withAndWithoutData('ResourceId')) }),
  ),
  links: { generator: link(...withAndWithoutData('LinkToSearchResults')) },
  additional_info: {
    ResultCount: value(...withAndWithoutData('ResultCount')),
    AlertThresholdOperator: text(...withAndWithoutData('AlertThresholdOperator')),
    AlertThresholdValue: value(...withAndWithoutData('AlertThresholdValue')),
    AffectedConfigurationItems: textList(undefined, 'data.AffectedConfigurationItems'),
    SearchResult: value(...withAndWithoutData('SearchResult', 'SearchResults')),
  },
  additional_info_0_2: { LinkToSearchResults: text(...withAndWithoutData('LinkToSearchResults')) },
};

/** Budget alerts. */
export const BUDGET_ALERT: AlarmFormat = {
  alarms: singleOrList(wholeBody('data.BudgetName')),
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
  labels: labelled({ resource_group: text('data.ResourceGroup') }),
  additional_info: { data: value('data') },
};

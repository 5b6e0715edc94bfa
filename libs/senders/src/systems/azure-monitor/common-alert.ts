import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value, type Path } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { allLabels, labelled, labels, tags } from '../../vocabulary/labels.js';

/** Azure's severities: 0 critical, 1 error, 2 warning, 3 informational, 4 verbose. */
export const AZURE_SEVERITIES: Readonly<Record<string, Severity>> = {
  '0': 'CRITICAL',
  '1': 'ERROR',
  '2': 'WARNING',
  '3': 'INFO',
  '4': 'INFO',
  sev0: 'CRITICAL',
  sev1: 'ERROR',
  sev2: 'WARNING',
  sev3: 'INFO',
  sev4: 'INFO',
  verbose: 'INFO',
};

/** Returns a reader for the last part of an Azure resource id, which is the name. */
export function lastSegment(...paths: readonly Path[]): Reader<string> {
  const read = text(...paths);
  return (alarm) =>
    read(alarm)
      ?.replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1);
}

/** Returns a reader for the Azure subscription in a resource id. */
export function subscriptionOf(...paths: readonly Path[]): Reader<string> {
  const read = text(...paths);
  return (alarm) => /^\/subscriptions\/([^/]+)/i.exec(read(alarm) ?? '')?.[1];
}

/** Returns a reader for the resource group in a resource id. */
export function resourceGroupOf(...paths: readonly Path[]): Reader<string> {
  const read = text(...paths);
  return (alarm) => /\/resourcegroups\/([^/]+)/i.exec(read(alarm) ?? '')?.[1];
}

const target = text('data.essentials.alertTargetIDs[0]');
const rule = firstOf(
  text('data.essentials.alertRule', 'data.alertContext.AlertData.BudgetName'),
  text('data.essentials.alertRuleID'),
);

const HEALTH_SERVICE = /^(?:service ?health|resource ?health)$/i;

/** Detects recoveries of health alerts. Their `monitorCondition` is always "Fired"; the log entry contains the status. */
function deriveHealthRecovery(alarm: Alarm): EventType | undefined {
  if (!HEALTH_SERVICE.test(text('data.essentials.monitoringService')(alarm) ?? '')) return undefined;
  const status = text('data.alertContext.status', 'data.alertContext.properties.stage')(alarm);
  return /^(?:resolved|complete|closed)$/i.test(status ?? '') ? 'RECOVERY' : undefined;
}

/** Returns whether the alert is about an entry of the activity log, whose properties are those of the entry, not of the rule. */
function isLogEntry(alarm: Alarm): boolean {
  return (
    HEALTH_SERVICE.test(text('data.essentials.monitoringService')(alarm) ?? '') ||
    /^activity ?log/i.test(text('data.essentials.signalType')(alarm) ?? '')
  );
}
const LOG_ENTRY_LABELS = labelled({
  service: text('data.alertContext.properties.service'),
  region: text('data.alertContext.properties.region'),
});

/** Returns the key of a health alert. Each log entry is an alert with its own id, so the key is the resource or tracking id. */
function buildHealthKey(alarm: Alarm): string | undefined {
  const service = text('data.essentials.monitoringService')(alarm) ?? '';
  if (!HEALTH_SERVICE.test(service)) return undefined;
  const subjectId = /^service/i.test(service)
    ? text('data.alertContext.properties.trackingId')(alarm)
    : target(alarm);
  return subjectId === undefined ? undefined : `${service.replace(/ /g, '')}/${subjectId.toLowerCase()}`;
}

export const alertId = firstOf(text('data.essentials.alertId', 'data.essentials.originAlertId'), rule);
export const resolvedAt = instant('data.essentials.resolvedDateTime');
const firedAt = instant('data.essentials.firedDateTime', 'data.alertContext.eventTimestamp');

/** The common alert schema, which is the same for all kinds of alerts of Azure Monitor. */
export const COMMON_ALERT: AlarmFormat = {
  alarms: singleOrList(wholeBody('data.essentials')),
  expects: {
    body: 'the common alert schema (an object with `data.essentials`)',
    identity: '`alertId` or `originAlertId`',
    state: '`monitorCondition` Fired or Resolved',
  },
  event_key: firstOf(buildHealthKey, alertId),
  event_type: firstOf(
    deriveHealthRecovery,
    // Budget alerts have no condition. They report spending and never resolve.
    (alarm) => (text('data.essentials.monitorCondition')(alarm) === undefined ? 'ALERT' : undefined),
    word<EventType>(
      { fired: 'ALERT', activated: 'ALERT', resolved: 'RECOVERY', deactivated: 'RECOVERY' },
      'data.essentials.monitorCondition',
    ),
  ),
  title: firstOf(rule, text('data.alertContext.properties.title', 'data.alertContext.labels.alertname')),
  description: firstOf(
    joined(
      '\n\n',
      text('data.essentials.description'),
      text('data.alertContext.properties.title', 'data.alertContext.properties.details'),
      text('data.alertContext.properties.communication'),
    ),
    text('data.alertContext.annotations.description', 'data.alertContext.annotations.summary'),
    text('data.alertContext.SearchQuery', 'data.alertContext.condition.allOf[0].searchQuery'),
    joined(
      ' ',
      text('data.alertContext.condition.allOf[0].metricName', 'data.alertContext.operationName'),
      text('data.alertContext.condition.allOf[0].operator'),
      text('data.alertContext.condition.allOf[0].threshold'),
    ),
  ),
  severity: severityBy(AZURE_SEVERITIES, 'data.essentials.severity', 'data.alertContext.level'),
  rule,
  resource: resource(
    'resource',
    firstOf(text('data.essentials.configurationItems[0]'), lastSegment('data.essentials.alertTargetIDs[0]')),
    firstOf(target, text('data.essentials.configurationItems[0]')),
  ),
  provider: () => 'azure',
  account: subscriptionOf(
    'data.alertContext.AlertData.Scope',
    'data.essentials.alertTargetIDs[0]',
    'data.essentials.alertId',
    'data.essentials.alertRuleID',
  ),
  occurred_at: firedAt,
  resolved_at: firstOf(resolvedAt, (alarm) =>
    deriveHealthRecovery(alarm) === undefined ? undefined : firedAt(alarm),
  ),
  labels: allLabels(
    labels('data.customProperties'),
    labels('data.alertContext.labels'),
    (alarm) => (isLogEntry(alarm) ? LOG_ENTRY_LABELS(alarm) : labels('data.alertContext.properties')(alarm)),
    tags('data.alertContext.condition.allOf[0].dimensions'),
    labelled({ resource_group: resourceGroupOf('data.essentials.alertTargetIDs[0]') }),
  ),
  links: {
    runbook: link(
      'data.alertContext.annotations.runbook_url',
      'data.alertContext.annotations.runbook',
      'data.customProperties.runbook_url',
      'data.customProperties.runbook',
    ),
    source: link('data.essentials.investigationLink'),
    generator: link(
      'data.alertContext.condition.allOf[0].linkToSearchResultsUI',
      'data.alertContext.LinkToSearchResults',
    ),
  },
  additional_info: {
    monitorCondition: text('data.essentials.monitorCondition'),
    severity: text('data.essentials.severity'),
    signalType: text('data.essentials.signalType'),
    monitoringService: text('data.essentials.monitoringService'),
    originAlertId: text('data.essentials.originAlertId'),
    alertTargetIDs: value('data.essentials.alertTargetIDs'),
    condition: value('data.alertContext.condition'),
    status: text('data.alertContext.status'),
    stage: text('data.alertContext.properties.stage'),
    properties: (alarm) => (isLogEntry(alarm) ? value('data.alertContext.properties')(alarm) : undefined),
    annotations: value('data.alertContext.annotations'),
  },
  additional_info_0_2: {
    linkToSearchResultsUI: text(
      'data.alertContext.condition.allOf[0].linkToSearchResultsUI',
      'data.alertContext.LinkToSearchResults',
    ),
    investigationLink: text('data.essentials.investigationLink'),
    properties: value('data.alertContext.properties'),
    customProperties: value('data.customProperties'),
    labels: value('data.alertContext.labels'),
  },
};

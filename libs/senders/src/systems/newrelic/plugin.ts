import { isObject, type Json } from '#shared/kernel/json.js';
import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList, createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags, type Labels } from '../../vocabulary/labels.js';
import { firstAt, value, type Path } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import type { Ignored, AlarmFormat, AcknowledgementType } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { filledText } from '../../vocabulary/template.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { APM_ALERT } from './apm-alert.js';
import { INCIDENT, PRIORITIES, STATES } from './incident.js';

const readState = word(STATES, 'state', 'status', 'current_state');
const entity = text('impactedEntities[0]', 'entitiesData.names[0]', 'impactedEntities[0].name');
const issueTitle = firstOf(
  filledText('title'),
  textList(undefined, 'title', 'annotations.title'),
  filledText('name'),
);

function labelledList(label: string, listPath: Path): Reader<string> {
  const read = textList(undefined, listPath);
  return (alarm) => {
    const names = read(alarm);
    return names && `${label}: ${names}`;
  };
}

/** Returns a reader for tags of entities, of which the variable `accumulations.tag` has a list each: `{team: ["shop"]}`. */
function listedTags(...paths: readonly Path[]): Reader<Labels> {
  return firstAt(paths, (from) => {
    if (!isObject(from)) return undefined;
    const found = Object.entries(from).map(([name, listed]) => [
      name,
      (Array.isArray(listed) ? listed : [listed]).flatMap((one: Json) => textOf(one) ?? []).join(','),
    ]);
    return Object.fromEntries(found.filter(([, label]) => label !== '')) as Labels;
  });
}

/** Derives the type from the state. A custom template may omit it; a time of the end then means RECOVERY. */
function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored | undefined {
  const type = readState(alarm);
  if (type !== undefined || filledText('state', 'status', 'current_state')(alarm) !== undefined) return type;
  return instant('closedAt')(alarm) === undefined ? 'ALERT' : 'RECOVERY';
}

/** Issues in the default template of a workflow's webhook destination. */
export const ISSUE: AlarmFormat = {
  alarms: singleOrList(
    wholeBody(
      'issueUrl',
      'issuePageUrl',
      'issueId',
      'issue_id',
      'impactedEntities',
      'entitiesData',
      'alertConditionNames',
      'workflowName',
      'createdAt',
      'activatedAt',
    ),
  ),
  expects: {
    body: 'the template of a New Relic workflow (an object with `issueUrl`, `state` and `title`)',
    identity: '`id`, `issueId` or `issueUrl`, else a title or an entity',
    state: '`state` CREATED, ACTIVATED, ACKNOWLEDGED or CLOSED',
  },
  event_key: firstOf(
    filledText('id', 'issueId', 'issue_id', 'issueUrl', 'issuePageUrl'),
    joined('/', text('alertConditionNames[0]'), entity, issueTitle),
  ),
  event_type: deriveEventType,
  acknowledgement: {
    by: filledText('acknowledgedBy', 'acknowledged_by', 'owner'),
    occurred_at: instant('acknowledgedAt', 'acknowledged_at', 'updatedAt'),
  },
  title: issueTitle,
  description: firstOf(
    textList(undefined, 'description', 'annotations.description', 'details'),
    joined(
      '\n',
      filledText('title'),
      labelledList('Impacted', 'impactedEntities'),
      labelledList('Policies', 'alertPolicyNames'),
      labelledList('Conditions', 'alertConditionNames'),
    ),
  ),
  severity: severityBy(PRIORITIES, 'priority', 'severity'),
  rule: firstOf(
    text('alertConditionNames[0]'),
    filledText('alertConditionNames', 'conditionName', 'condition_name'),
  ),
  resource: resource(
    'entity',
    firstOf(entity, text('targets[0].name'), filledText('impactedEntities', 'entityName')),
    firstOf(
      text('entitiesData.ids[0]', 'impactedEntitiesGuid[0]', 'impactedEntities[0]'),
      filledText('impactedEntities', 'entityName'),
    ),
  ),
  provider: () => 'newrelic',
  account: filledText('accountId', 'nrAccountId', 'account_id', 'accountName', 'account_name'),
  image_url: link('violationChartUrl', 'violation_chart_url', 'chartUrl'),
  started_at: instant('createdAt', 'activatedAt'),
  occurred_at: instant('timestamp', 'updatedAt'),
  resolved_at: instant('closedAt', 'updatedAt', 'timestamp'),
  labels: allLabels(
    listedTags('labels', 'tags', 'accumulations.tag'),
    tags('labels', 'tags'),
    labelled({ policy: textList(undefined, 'alertPolicyNames'), workflow: filledText('workflowName') }),
  ),
  links: {
    source: link('issueUrl', 'issuePageUrl'),
    runbook: link('runbookUrl', 'runbook_url', 'accumulations.runbookUrl[0]'),
  },
  additional_info: {
    state: text('state'),
    trigger: text('trigger'),
    priority: text('priority'),
    totalIncidents: value('totalIncidents'),
    isCorrelated: value('isCorrelated'),
    impactedEntities: value('impactedEntities'),
    sources: value('sources'),
    alertConditionNames: value('alertConditionNames'),
    owner: filledText('owner'),
  },
  additional_info_0_2: {
    issueUrl: filledText('issueUrl', 'issuePageUrl'),
    alertPolicyNames: value('alertPolicyNames'),
    workflowName: filledText('workflowName'),
    labels: value('labels'),
  },
};

/** New Relic: issues of workflows, and incidents of the older notification channels. */
export const newrelic: Plugin = {
  plugin_id: 'newrelic',
  version: '1.1.0',
  name: 'New Relic',
  provider: 'newrelic',
  docs: loadGuide('systems/newrelic'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/newrelic'),
  recognises: recogniseAny(
    recogniseBy('issueUrl', 'alertPolicyNames', 'state'),
    recogniseBy('issueUrl', 'totalIncidents', 'priority', 'state'),
    recogniseBy('incident_id', 'current_state', 'condition_name', 'policy_name'),
    recogniseBy('current_state', 'incident_url'),
    recogniseBy('incidentId', 'currentState', 'eventType'),
    recogniseBy('incidentId', 'currentState', 'accumulations'),
    recogniseBy('incidentUrl', 'currentState'),
    recogniseBy('incident_id', 'condition_name'),
    recogniseBy(['alert', /^\s*\{.*"(?:application_name|alert_url)"/s]),
    recogniseBy(['deployment', /^\s*\{.*"deployment_url"/s]),
    recogniseBy(['alert_url', /newrelic/], 'short_description'),
    recogniseBy('condition_name', 'issueUrl'),
    recogniseBy('issueId', 'issueUrl'),
    recogniseBy('issueId', 'priority', 'state'),
    recogniseBy(['issueUrl', /newrelic/], 'title'),
    recogniseBy('impactedEntities', 'alertConditionNames', 'state'),
    recogniseBy('impactedEntities', 'alertConditionNames', 'status'),
    recogniseBy('impactedEntities', 'state', 'priority', 'title'),
  ),
  parse: createMultiFormatParser(ISSUE, INCIDENT, APM_ALERT),
};

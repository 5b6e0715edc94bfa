import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed, formatsOf } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value, type Path } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import type { Ignored, Sender, Taken } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { filled } from '../../vocabulary/template.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { texts } from '../../vocabulary/texts.js';
import { word } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { APM_ALERT } from './apm-alert.js';
import { INCIDENT, PRIORITIES, STATES } from './incident.js';

const stated = word(STATES, 'state', 'status', 'current_state');
const entity = text('impactedEntities[0]', 'entitiesData.names[0]', 'impactedEntities[0].name');
const issueTitle = firstOf(filled('title'), texts(undefined, 'title', 'annotations.title'), filled('name'));

function named(what: string, list: Path): Reader<string> {
  const read = texts(undefined, list);
  return (alarm) => {
    const names = read(alarm);
    return names && `${what}: ${names}`;
  };
}

/** Derives the type from the state. A custom template may omit it; a time of the end then means RECOVERY. */
function issueState(alarm: Alarm): EventType | Taken | Ignored | undefined {
  const type = stated(alarm);
  if (type !== undefined || filled('state', 'status', 'current_state')(alarm) !== undefined) return type;
  return instant('closedAt')(alarm) === undefined ? 'ALERT' : 'RECOVERY';
}

/** Issues in the default template of a workflow's webhook destination. */
export const ISSUE: Sender = {
  alarms: alsoListed(
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
    filled('id', 'issueId', 'issue_id', 'issueUrl', 'issuePageUrl'),
    joined('/', text('alertConditionNames[0]'), entity, issueTitle),
  ),
  event_type: issueState,
  taken: {
    by: filled('acknowledgedBy', 'acknowledged_by', 'owner'),
    occurred_at: instant('acknowledgedAt', 'acknowledged_at', 'updatedAt'),
  },
  title: issueTitle,
  description: firstOf(
    texts(undefined, 'description', 'annotations.description', 'details'),
    joined(
      '\n',
      filled('title'),
      named('Impacted', 'impactedEntities'),
      named('Policies', 'alertPolicyNames'),
      named('Conditions', 'alertConditionNames'),
    ),
  ),
  severity: severityBy(PRIORITIES, 'priority', 'severity'),
  rule: firstOf(
    text('alertConditionNames[0]'),
    filled('alertConditionNames', 'conditionName', 'condition_name'),
  ),
  resource: resource(
    'entity',
    firstOf(entity, text('targets[0].name'), filled('impactedEntities', 'entityName')),
    firstOf(
      text('entitiesData.ids[0]', 'impactedEntitiesGuid[0]', 'impactedEntities[0]'),
      filled('impactedEntities', 'entityName'),
    ),
  ),
  provider: () => 'newrelic',
  account: filled('accountId', 'nrAccountId', 'account_id', 'accountName', 'account_name'),
  image_url: link('violationChartUrl', 'violation_chart_url', 'chartUrl'),
  occurred_at: instant('createdAt', 'activatedAt', 'timestamp', 'updatedAt'),
  resolved_at: instant('closedAt', 'updatedAt', 'timestamp'),
  additional_info: {
    state: text('state'),
    trigger: text('trigger'),
    issueUrl: filled('issueUrl', 'issuePageUrl'),
    priority: text('priority'),
    totalIncidents: value('totalIncidents'),
    isCorrelated: value('isCorrelated'),
    impactedEntities: value('impactedEntities'),
    sources: value('sources'),
    alertPolicyNames: value('alertPolicyNames'),
    alertConditionNames: value('alertConditionNames'),
    workflowName: filled('workflowName'),
    owner: filled('owner'),
    labels: value('labels'),
  },
};

/** New Relic: issues of workflows, and incidents of the older notification channels. */
export const newrelic: Plugin = {
  plugin_id: 'newrelic',
  version: '1.1.0',
  name: 'New Relic',
  provider: 'newrelic',
  docs: guideOf('systems/newrelic'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/newrelic'),
  recognises: anyShape(
    shaped('issueUrl', 'alertPolicyNames', 'state'),
    shaped('issueUrl', 'totalIncidents', 'priority', 'state'),
    shaped('incident_id', 'current_state', 'condition_name', 'policy_name'),
    shaped('current_state', 'incident_url'),
    shaped('incidentId', 'currentState', 'eventType'),
    shaped('incidentId', 'currentState', 'accumulations'),
    shaped('incidentUrl', 'currentState'),
    shaped('incident_id', 'condition_name'),
    shaped(['alert', /^\s*\{.*"(?:application_name|alert_url)"/s]),
    shaped(['deployment', /^\s*\{.*"deployment_url"/s]),
    shaped(['alert_url', /newrelic/], 'short_description'),
    shaped('condition_name', 'issueUrl'),
    shaped('issueId', 'issueUrl'),
    shaped('issueId', 'priority', 'state'),
    shaped(['issueUrl', /newrelic/], 'title'),
    shaped('impactedEntities', 'alertConditionNames', 'state'),
    shaped('impactedEntities', 'alertConditionNames', 'status'),
    shaped('impactedEntities', 'state', 'priority', 'title'),
  ),
  parse: formatsOf(ISSUE, INCIDENT, APM_ALERT),
};

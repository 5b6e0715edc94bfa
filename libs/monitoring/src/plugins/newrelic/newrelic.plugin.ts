import type { EventType, Severity } from '../../domain/event.js';
import type { Plugin } from '../../domain/plugin.js';
import { firstOf, type Alarm } from '../reading/alarm.js';
import { wholeBody } from '../reading/alarms.js';
import { alsoListed, formatsOf } from '../reading/formats.js';
import { instant } from '../reading/instant.js';
import { value } from '../reading/path.js';
import { NO_OPTIONS } from '../reading/plain.js';
import { resource } from '../reading/resource.js';
import { ignored, type Ignored, type Sender } from '../reading/sender.js';
import { severityBy } from '../reading/severity.js';
import { filled } from '../reading/template.js';
import { joined, link, text } from '../reading/text.js';
import { texts } from '../reading/texts.js';
import { word } from '../reading/word.js';
import { anyShape, shaped } from '../reading/shape.js';
import { GUIDE } from './guide.js';
import { SAMPLES } from './samples.js';

const ACKNOWLEDGED = ignored('acknowledged: neither opened nor closed');
const STATES: Readonly<Record<string, EventType | Ignored>> = {
  created: 'ALERT',
  activated: 'ALERT',
  active: 'ALERT',
  open: 'ALERT',
  opened: 'ALERT',
  incident_open: 'ALERT',
  acknowledged: ACKNOWLEDGED,
  incident_acknowledged: ACKNOWLEDGED,
  closed: 'RECOVERY',
  resolved: 'RECOVERY',
  incident_resolved: 'RECOVERY',
  test: ignored('a test of the notification channel'),
};
const PRIORITIES: Readonly<Record<string, Severity>> = { medium: 'WARNING' };

const stated = word(STATES, 'state', 'status', 'current_state');

/** A template of the user's own may leave the state out: then only the time of the end tells. */
function issueState(alarm: Alarm): EventType | Ignored | undefined {
  const type = stated(alarm);
  if (type !== undefined || filled('state', 'status', 'current_state')(alarm) !== undefined) return type;
  return instant('closedAt')(alarm) === undefined ? 'ALERT' : 'RECOVERY';
}

/** An issue, as the default template of a workflow's webhook destination writes it. */
const ISSUE: Sender = {
  alarms: alsoListed(
    wholeBody('issueUrl', 'issueId', 'impactedEntities', 'alertConditionNames', 'workflowName'),
  ),
  expects: {
    body: 'the template of a New Relic workflow (an object with `issueUrl`, `state` and `title`)',
    identity: '`id`, `issueId` or `issueUrl`',
    state: '`state` CREATED, ACTIVATED, ACKNOWLEDGED or CLOSED',
  },
  event_key: filled('id', 'issueId', 'issue_id', 'issueUrl'),
  event_type: issueState,
  title: firstOf(filled('title'), texts(undefined, 'title', 'annotations.title')),
  description: firstOf(
    texts(undefined, 'description', 'annotations.description', 'details'),
    joined(
      '\n',
      filled('title'),
      joined(': ', () => 'Impacted', texts(undefined, 'impactedEntities')),
      joined(': ', () => 'Policies', texts(undefined, 'alertPolicyNames')),
      joined(': ', () => 'Conditions', texts(undefined, 'alertConditionNames')),
    ),
  ),
  severity: severityBy(PRIORITIES, 'priority', 'severity'),
  rule: firstOf(
    text('alertConditionNames[0]'),
    filled('alertConditionNames', 'conditionName', 'condition_name'),
  ),
  resource: resource(
    'entity',
    firstOf(
      text('impactedEntities[0]', 'entitiesData.names[0]', 'targets[0].name', 'impactedEntities[0].name'),
      filled('impactedEntities', 'entityName'),
    ),
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

/** An incident of the older alert policies, with its notification channel's default payload. */
const LEGACY: Sender = {
  alarms: alsoListed(wholeBody('incident_id', 'incident_url', 'condition_name', 'current_state')),
  expects: {
    body: 'an incident of a New Relic notification channel (an object with `incident_id` and `current_state`)',
    identity: '`incident_id`',
    state: '`current_state` open, acknowledged or closed',
  },
  event_key: filled('incident_id', 'incident_url', 'condition_id', 'condition_name'),
  event_type: word(STATES, 'current_state', 'event_type', 'event_state'),
  title: filled('condition_name', 'title', 'details'),
  description: filled('details', 'condition_name'),
  severity: severityBy(PRIORITIES, 'severity', 'priority'),
  rule: filled('condition_name'),
  resource: firstOf(
    (alarm) =>
      resource(
        text('targets[0].type')(alarm) ?? 'entity',
        text('targets[0].name'),
        text('targets[0].id', 'targets[0].name'),
      )(alarm),
    resource('entity', filled('entity_name', 'entity.name')),
  ),
  provider: () => 'newrelic',
  account: filled('account_id', 'account_name'),
  image_url: link('violation_chart_url'),
  occurred_at: instant('timestamp', 'timestamp_utc_string'),
  additional_info: {
    current_state: text('current_state'),
    event_type: text('event_type'),
    incident_url: filled('incident_url'),
    policy_name: filled('policy_name'),
    policy_url: filled('policy_url'),
    runbook_url: filled('runbook_url'),
    account_name: filled('account_name'),
    duration: value('duration'),
    owner: filled('owner'),
    targets: value('targets'),
    open_violations_count: value('open_violations_count'),
    closed_violations_count: value('closed_violations_count'),
    metadata: value('metadata'),
  },
};

/** New Relic: issues of workflows, incidents of the notification channels before them. */
export const newrelic: Plugin = {
  plugin_id: 'newrelic',
  version: '1.0.0',
  name: 'New Relic',
  provider: 'newrelic',
  docs: GUIDE,
  optionsSchema: NO_OPTIONS,
  samples: SAMPLES,
  recognises: anyShape(
    shaped('issueUrl', 'alertPolicyNames', 'state'),
    shaped('issueUrl', 'totalIncidents', 'priority', 'state'),
    shaped('incident_id', 'current_state', 'condition_name', 'policy_name'),
    shaped('current_state', 'incident_url'),
    shaped('issueId', 'issueUrl'),
    shaped(['issueUrl', /newrelic/], 'title'),
    shaped('impactedEntities', 'alertConditionNames', 'state'),
  ),
  parse: formatsOf(ISSUE, LEGACY),
};

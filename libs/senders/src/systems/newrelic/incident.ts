import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { filledText } from '../../vocabulary/template.js';
import { link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

/** The words that version 1.0.0 knows. */
export const STATES_V1_0: Readonly<Record<string, EventType | AcknowledgementType | Ignored>> = {
  created: 'ALERT',
  activated: 'ALERT',
  active: 'ALERT',
  open: 'ALERT',
  opened: 'ALERT',
  incident_open: 'ALERT',
  acknowledged: 'ACKNOWLEDGED',
  incident_acknowledged: 'ACKNOWLEDGED',
  closed: 'RECOVERY',
  resolved: 'RECOVERY',
  incident_resolved: 'RECOVERY',
  test: ignored('a test of the notification channel'),
};
export const STATES: typeof STATES_V1_0 = {
  ...STATES_V1_0,
  incident_acknowledge: 'ACKNOWLEDGED',
  deactivated: 'RECOVERY',
  incident_close: 'RECOVERY',
  incident_closed: 'RECOVERY',
};
export const PRIORITIES: Readonly<Record<string, Severity>> = { medium: 'WARNING' };

const condition = firstOf(
  filledText('condition_name', 'conditionName', 'accumulations.conditionName'),
  text('accumulations.conditionName[0]'),
);
const policy = firstOf(filledText('policy_name', 'policyName'), text('accumulations.policyName[0]'));
const statePaths = ['current_state', 'currentState', 'event_state'];

/** Returns a reader for the state. A custom template may omit it: the `event_type` INCIDENT is not a state. */
export function createStateReader(states: typeof STATES): Reader<EventType | AcknowledgementType | Ignored> {
  const readState = word(states, ...statePaths, 'event_type', 'eventType');
  return (alarm) =>
    readState(alarm) ?? (filledText(...statePaths)(alarm) === undefined ? 'ALERT' : undefined);
}

/** Incidents of the older alert policies: the default payload of their notification channel, with old or new field names. */
export const INCIDENT: AlarmFormat = {
  alarms: singleOrList(
    wholeBody(
      'incident_id',
      'incident_url',
      'condition_name',
      'current_state',
      'incidentId',
      'incidentUrl',
      'currentState',
    ),
  ),
  expects: {
    body: 'an incident of a New Relic notification channel (an object with `incident_id` and `current_state`)',
    identity: '`incident_id`',
    state: '`current_state` open, acknowledged or closed',
  },
  event_key: firstOf(
    filledText('incident_id', 'incidentId', 'incident_url', 'incidentUrl', 'condition_id', 'conditionId'),
    condition,
    filledText('title'),
  ),
  event_type: createStateReader(STATES),
  acknowledgement: { by: filledText('owner'), occurred_at: instant('timestamp', 'timestamp_utc_string') },
  title: firstOf(condition, filledText('title', 'details')),
  description: firstOf(filledText('details'), condition),
  severity: severityBy(PRIORITIES, 'severity', 'priority'),
  rule: condition,
  resource: firstOf(
    (alarm) =>
      resource(
        text('targets[0].type')(alarm) ?? 'entity',
        text('targets[0].name'),
        text('targets[0].id', 'targets[0].name'),
      )(alarm),
    resource('entity', filledText('entity_name', 'entityName', 'entity.name')),
  ),
  provider: () => 'newrelic',
  account: filledText('account_id', 'accountId', 'account_name', 'accountName'),
  image_url: link('violation_chart_url', 'violationChartUrl'),
  occurred_at: instant('timestamp', 'timestamp_utc_string'),
  labels: allLabels(labels('targets[0].labels'), labelled({ policy })),
  links: {
    source: link('incident_url', 'incidentUrl'),
    runbook: link('runbook_url', 'runbookUrl'),
    generator: link('policy_url', 'policyUrl'),
  },
  additional_info: {
    current_state: text('current_state', 'currentState'),
    event_type: text('event_type', 'eventType'),
    account_name: filledText('account_name', 'accountName'),
    duration: value('duration'),
    owner: filledText('owner'),
    targets: value('targets'),
    open_violations_count: value('open_violations_count'),
    closed_violations_count: value('closed_violations_count'),
    metadata: value('metadata'),
  },
  additional_info_0_2: {
    incident_url: filledText('incident_url', 'incidentUrl'),
    policy_name: policy,
    policy_url: filledText('policy_url', 'policyUrl'),
    runbook_url: filledText('runbook_url', 'runbookUrl'),
  },
};

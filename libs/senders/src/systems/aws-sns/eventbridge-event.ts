import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { eitherOf } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { texts } from '../../vocabulary/texts.js';
import { word } from '../../vocabulary/word.js';
import { ALARM_SEVERITIES, ALARM_STATES, metricsThing } from './cloudwatch-alarm.js';
import { graded } from './guardduty.js';
import { messagesWith } from './sns-envelope.js';

/** Notification rules of the developer tools write it in one word. */
const kind = text('detail-type', 'detailType');
const shared = {
  provider: () => 'aws',
  account: text('account', 'detail.accountId', 'detail.awsAccountId', 'detail.affectedAccount'),
} satisfies Partial<Sender>;
const info = {
  'detail-type': kind,
  source: text('source'),
  region: text('region'),
  resources: value('resources'),
  Subject: text('$.Subject'),
  TopicArn: text('$.TopicArn'),
};

/** An alarm whose state changed, as EventBridge tells it. */
export const ALARM_STATE_CHANGE: Sender = {
  ...shared,
  alarms: messagesWith('detail-type', 'detail.alarmName', 'detail.state.value'),
  expects: {
    body: 'a "CloudWatch Alarm State Change" of EventBridge',
    identity: '`resources[0]` or `detail.alarmName`',
    state: '`detail.state.value` ALARM, OK or INSUFFICIENT_DATA',
  },
  event_key: text('resources[0]', 'detail.alarmName'),
  event_type: (alarm) =>
    (kind(alarm) ?? '').endsWith('Configuration Change')
      ? ignored('the configuration of an alarm, not its state')
      : word(ALARM_STATES, 'detail.state.value')(alarm),
  title: text('detail.alarmName'),
  description: joined('\n\n', text('detail.configuration.description'), text('detail.state.reason')),
  severity: word(ALARM_SEVERITIES, 'detail.state.value'),
  rule: text('detail.alarmName'),
  resource: firstOf(
    metricsThing('detail.configuration.metrics'),
    resource('alarm', text('detail.alarmName'), text('resources[0]')),
  ),
  occurred_at: instant('detail.state.timestamp', 'time'),
  additional_info: {
    ...info,
    state: value('detail.state'),
    previousState: value('detail.previousState'),
    configuration: value('detail.configuration'),
  },
};

function healthState(alarm: Alarm): EventType {
  const ended = instant('detail.endTime')(alarm);
  const category = text('detail.eventTypeCategory')(alarm);
  const over = text('detail.statusCode')(alarm)?.toLowerCase() === 'closed';
  // Of a scheduled change the end is planned ahead; of an issue it is told when it has come.
  const issueEnded = ended !== undefined && category === 'issue' && ended <= alarm.delivery.received_at;
  return over || issueEnded ? 'RECOVERY' : 'ALERT';
}

/** An event of AWS Health: an issue, a scheduled change or a notification for the account. */
export const HEALTH_EVENT: Sender = {
  ...shared,
  alarms: messagesWith('detail.eventArn', 'detail.eventTypeCode'),
  expects: { body: 'an event of AWS Health', identity: '`detail.eventArn`', state: '`detail.statusCode`' },
  event_key: firstOf(
    text('detail.eventArn'),
    joined('/', text('detail.eventTypeCode'), text('detail.affectedEntities[0].entityValue')),
  ),
  event_type: healthState,
  title: text('detail.eventTypeCode'),
  description: firstOf(texts('latestDescription', 'detail.eventDescription'), text('detail.eventTypeCode')),
  severity: firstOf(
    word<Severity>(
      { issue: 'ERROR', scheduledChange: 'WARNING', investigation: 'WARNING', accountNotification: 'INFO' },
      'detail.eventTypeCategory',
    ),
    () => 'WARNING',
  ),
  rule: text('detail.eventTypeCategory'),
  resource: firstOf(
    resource('entity', text('detail.affectedEntities[0].entityValue', 'resources[0]')),
    resource('service', text('detail.service')),
  ),
  occurred_at: instant('detail.startTime', 'time'),
  account: text('detail.affectedAccount', 'account'),
  additional_info: {
    ...info,
    service: text('detail.service'),
    statusCode: text('detail.statusCode'),
    endTime: text('detail.endTime'),
    eventTypeCode: text('detail.eventTypeCode'),
    affectedEntities: value('detail.affectedEntities'),
    eventMetadata: value('detail.eventMetadata'),
  },
};

const GOOD =
  /^(?:ok|compliant|succeeded|success|completed?|available|in_sync|passed|resolved|closed|healthy|service_steady_state|service_deployment_completed)$/i;
const BAD =
  /^(?:failed|failure|fault|error|timed_?out|timeout|aborted|stopped|cancell?ed|unhealthy|unavailable|warn|non_compliant|terminated|.*_(?:failed|impaired|failure))$/i;
/** On the way from one state to another, or replaced by another run. */
const ON_THE_WAY =
  /^(?:start|started|starting|in_?progress|pending|pending_redrive|queued|resumed|submitted|runnable|running|ready|superseded|creating|executing|launching|waiting|bootstrapping|(?:de)?provisioning|(?:de)?activating|stopping|aborting|terminating|shutting-down|rebooting|.*_in_progress)$/i;
/** Of machines, running is being well; of runs it says nothing yet. */
const MACHINES = /^aws\.(?:ec2|rds)$/;
const STATE = text(
  'detail.state',
  'detail.status',
  'detail["build-status"]',
  'detail.eventName',
  'detail.event',
  'detail.newEvaluationResult.complianceType',
  'detail.lastStatus',
  'detail["test-run-status"]',
);

const stateOf = (alarm: Alarm): string =>
  STATE(alarm) ?? / (Failure|Failed|Success|Succeeded)$/.exec(kind(alarm) ?? '')?.[1] ?? '';

/** Of the other services only runs and states have a recovery: the same thing in a good state. */
function serviceState(alarm: Alarm): EventType | Ignored {
  // DevOps Guru says in the kind of the event that an insight is over.
  if (/\bClosed$/.test(kind(alarm) ?? '')) return 'RECOVERY';
  const state = stateOf(alarm);
  if (GOOD.test(state)) return 'RECOVERY';
  if (/^running$/i.test(state) && MACHINES.test(text('source')(alarm) ?? '')) return 'RECOVERY';
  return ON_THE_WAY.test(state)
    ? ignored(`${kind(alarm) ?? 'event'} in state ${state}: neither failed nor recovered`)
    : 'ALERT';
}

const subject = firstOf(
  text(
    'detail.pipeline',
    'detail["project-name"]',
    'detail["instance-id"]',
    'detail.SourceIdentifier',
    'detail.AutoScalingGroupName',
    'detail.jobName',
    'detail.group',
    'detail.stateMachineArn',
    'detail.resourceId',
    'detail["canary-name"]',
    'detail["check-name"]',
    'detail.repositoryName',
  ),
  // A cluster has many services and tasks: what the event is about comes before it.
  text('resources[0]', 'detail.clusterArn'),
);

/** Some say in the kind how it ended: `Synthetics Canary TestRun Failure`. */
const kindOf = (alarm: Alarm): string | undefined =>
  kind(alarm)?.replace(/ (?:Failure|Failed|Success|Successful|Succeeded)$/, '');

/** Any other service's event: what it is about is the key. */
export const SERVICE_EVENT: Sender = {
  ...shared,
  alarms: eitherOf(messagesWith('detail-type', 'detail'), messagesWith('detailType', 'detail')),
  expects: {
    body: 'an event of EventBridge (an object with `detail-type` and `detail`)',
    identity: '`resources` or `id`',
    state: 'an event',
  },
  event_key: firstOf(
    text('detail.insightId', 'detail.findingArn', 'detail.anomalyId'),
    joined(':', kindOf, subject),
    text('detail.id', 'detail.arn', 'id'),
    kind,
  ),
  event_type: serviceState,
  title: firstOf(
    text('detail.title', 'detail.findings[0].Title', 'detail.insightDescription'),
    joined(' ', joined(': ', kind, subject), STATE),
  ),
  description: firstOf(
    text('detail.description', 'detail.Message', 'detail.message', 'detail.reason', 'detail.stoppedReason'),
    text('detail.findings[0].Description', 'detail.cause', 'detail.Cause'),
    (alarm) => (isObject(value('detail')(alarm)) ? JSON.stringify(value('detail')(alarm)) : undefined),
  ),
  severity: firstOf(
    graded('detail.severity'),
    severityBy(
      { medium: 'WARNING' },
      'detail.severity',
      'detail.insightSeverity',
      'detail.findings[0].Severity.Label',
    ),
    (alarm) => {
      const state = stateOf(alarm);
      if (/^warn$/i.test(state)) return 'WARNING';
      return BAD.test(state) ? 'ERROR' : 'INFO';
    },
  ),
  rule: kind,
  resource: resource('resource', subject),
  occurred_at: instant('time', '$.Timestamp'),
  additional_info: { ...info, detail: value('detail') },
};

import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { eitherOf } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { info, kind, shared } from './eventbridge-event.js';
import { graded } from './guardduty.js';
import { messagesWith } from './sns-envelope.js';

const GOOD =
  /^(?:ok|compliant|succeeded|success|completed?|available|in_sync|passed|resolved|closed|healthy|service_steady_state|service_deployment_completed|(?:create|update|delete|import)_complete)$/i;
const BAD =
  /^(?:failed|failure|fault|error|timed_?out|timeout|aborted|stopped|cancell?ed|unhealthy|unavailable|warn|non_compliant|terminated|.*_(?:failed|impaired|failure)|.*rollback_complete)$/i;
/** Transitional states, and runs that were superseded by another. */
const ON_THE_WAY =
  /^(?:start|started|starting|in_?progress|pending|pending_redrive|queued|resumed|submitted|runnable|running|ready|superseded|creating|executing|launching|waiting|bootstrapping|(?:de)?provisioning|(?:de)?activating|stopping|aborting|terminating|shutting-down|rebooting|.*_in_progress)$/i;
/** Sources of machines. For a machine, `running` is a good state; for a run it says nothing yet. */
const MACHINES = /^aws\.(?:ec2|rds|synthetics)$/;
const STATES = [
  'detail.state',
  'detail.status',
  'detail["build-status"]',
  'detail.eventName',
  'detail.event',
  'detail.newEvaluationResult.complianceType',
  'detail.lastStatus',
  'detail["test-run-status"]',
];

const thing = firstOf(
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
  // A cluster has many services and tasks. Fields of the service or task take precedence over the cluster.
  text('resources[0]', 'detail.clusterArn'),
);

/** The kind of the event without the result that some contain: `Synthetics Canary TestRun Failure`. */
const kindOf = (alarm: Alarm): string | undefined =>
  kind(alarm)?.replace(/ (?:Failure|Failed|Success|Successful|Succeeded)$/, '');

/** Returns a reader for `first/second`; `undefined` if there is no first. */
const under =
  (first: string, second: string): Reader<string> =>
  (alarm) =>
    text(first)(alarm) === undefined ? undefined : joined('/', text(first), text(second))(alarm);

/** What the event is about. A rule or check covers many resources, so both are in the key. */
const subject = firstOf(
  under('detail.configRuleName', 'detail.resourceId'),
  under('detail["check-name"]', 'detail.resource_id'),
  under('detail.s3ObjectDetails.bucketName', 'detail.s3ObjectDetails.objectKey'),
  // The event's own resource of an AWS Backup job is the recovery point, which is new each time.
  (alarm) => (text('source')(alarm) === 'aws.backup' ? text('detail.resourceArn')(alarm) : undefined),
  (alarm) => (kind(alarm) === 'Access Analyzer Finding' ? text('detail.id')(alarm) : undefined),
  thing,
);

const COUNTS: readonly (readonly [string, Severity])[] = [
  ['CRITICAL', 'CRITICAL'],
  ['HIGH', 'ERROR'],
  ['MEDIUM', 'WARNING'],
];
/** Returns the highest severity of an image scan, which reports the number of findings per severity. */
function worstCounted(alarm: Alarm): Severity | undefined {
  const counts = value('detail["finding-severity-counts"]')(alarm);
  if (!isObject(counts)) return undefined;
  return COUNTS.find(([degree]) => Number(counts[degree] ?? 0) > 0)?.[1];
}

const scanned = text('detail.scanResultDetails.scanResultStatus');
const stated = firstOf(
  graded('detail.severity'),
  severityBy(
    { medium: 'WARNING' },
    'detail.severity',
    'detail.insightSeverity',
    'detail.findings[0].Severity.Label',
  ),
);

/** The readers that differ between the versions of the plugin. */
interface Read {
  readonly state: Reader<string>;
  readonly subject: Reader<string>;
  readonly severity: Reader<Severity>;
}
export const NEWEST: Read = {
  state: text(...STATES, 'detail["status-details"].status', 'detail["current-state"]'),
  subject,
  severity: firstOf(
    stated,
    severityBy({ medium: 'WARNING' }, 'detail.severity.description'),
    worstCounted,
    (alarm) => (scanned(alarm) === 'THREATS_FOUND' ? 'ERROR' : undefined),
  ),
};
export const AS_OF_1_0: Read = { state: text(...STATES), subject: thing, severity: stated };

/** Builds the format for events of all other services. The key is what the event is about. */
export function serviceEvent(read: Read): Sender {
  const stateOf = (alarm: Alarm): string =>
    read.state(alarm) ?? / (Failure|Failed|Success|Succeeded)$/.exec(kind(alarm) ?? '')?.[1] ?? '';

  /** Returns RECOVERY if the same thing is in a good state again. Events without a state always fire. */
  const serviceState = (alarm: Alarm): EventType | Ignored => {
    // DevOps Guru reports the end of an insight by the kind of the event.
    if (/\bClosed$/.test(kind(alarm) ?? '')) return 'RECOVERY';
    const state = stateOf(alarm);
    if (GOOD.test(state)) return 'RECOVERY';
    if (/^running$/i.test(state) && MACHINES.test(text('source')(alarm) ?? '')) return 'RECOVERY';
    return ON_THE_WAY.test(state)
      ? ignored(`${kind(alarm) ?? 'event'} in state ${state}: neither failed nor recovered`)
      : 'ALERT';
  };

  return {
    ...shared,
    alarms: eitherOf(messagesWith('detail-type', 'detail'), messagesWith('detailType', 'detail')),
    expects: {
      body: 'an event of EventBridge (an object with `detail-type` and `detail`)',
      identity: '`resources` or `id`',
      state: 'an event',
    },
    event_key: firstOf(
      text('detail.insightId', 'detail.findingArn', 'detail.anomalyId'),
      joined(':', kindOf, read.subject),
      text('detail.id', 'detail.arn', 'id'),
      kind,
    ),
    event_type: serviceState,
    title: firstOf(
      text('detail.title', 'detail.findings[0].Title', 'detail.insightDescription'),
      joined(' ', joined(': ', kind, read.subject), read.state),
    ),
    description: firstOf(
      text('detail.description', 'detail.Message', 'detail.message', 'detail.reason', 'detail.stoppedReason'),
      text('detail.findings[0].Description', 'detail.cause', 'detail.Cause'),
      (alarm) => (isObject(value('detail')(alarm)) ? JSON.stringify(value('detail')(alarm)) : undefined),
    ),
    severity: firstOf(read.severity, (alarm) => {
      const state = stateOf(alarm);
      if (/^warn$/i.test(state)) return 'WARNING';
      return BAD.test(state) ? 'ERROR' : 'INFO';
    }),
    rule: kind,
    resource: resource('resource', thing),
    occurred_at: instant('time', '$.Timestamp'),
    additional_info: { ...info, detail: value('detail') },
  };
}

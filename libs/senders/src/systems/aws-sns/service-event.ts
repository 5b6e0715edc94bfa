import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { eitherOf } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { commonInfo, commonInfo0_2, commonLabels, commonReaders, detailType } from './eventbridge-event.js';
import { numericSeverity } from './guardduty.js';
import { messagesWith } from './sns-envelope.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';

const SUCCESS_PATTERN =
  /^(?:ok|compliant|succeeded|success|completed?|available|in_sync|passed|resolved|closed|healthy|service_steady_state|service_deployment_completed|(?:create|update|delete|import)_complete)$/i;
const FAILURE_PATTERN =
  /^(?:failed|failure|fault|error|timed_?out|timeout|aborted|stopped|cancell?ed|unhealthy|unavailable|warn|non_compliant|terminated|.*_(?:failed|impaired|failure)|.*rollback_complete)$/i;
/** Transitional states, and runs that were superseded by another. */
const TRANSITIONAL_STATE =
  /^(?:start|started|starting|in_?progress|pending|pending_redrive|queued|resumed|submitted|runnable|running|ready|superseded|creating|executing|launching|waiting|bootstrapping|(?:de)?provisioning|(?:de)?activating|stopping|aborting|terminating|shutting-down|rebooting|.*_in_progress)$/i;
/** Sources of machines. For a machine, `running` is a good state; for a run it says nothing yet. */
const MACHINE_SOURCE = /^aws\.(?:ec2|rds|synthetics)$/;
const STATE_PATHS = [
  'detail.state',
  'detail.status',
  'detail["build-status"]',
  'detail.eventName',
  'detail.event',
  'detail.newEvaluationResult.complianceType',
  'detail.lastStatus',
  'detail["test-run-status"]',
];

const affectedResource = firstOf(
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
const typeWithoutResult = (alarm: Alarm): string | undefined =>
  detailType(alarm)?.replace(/ (?:Failure|Failed|Success|Successful|Succeeded)$/, '');

/** Returns a reader for `first/second`; `undefined` if there is no first. */
const joinedPair =
  (first: string, second: string): Reader<string> =>
  (alarm) =>
    text(first)(alarm) === undefined ? undefined : joined('/', text(first), text(second))(alarm);

/** What the event is about. A rule or check covers many resources, so both are in the key. */
const subject = firstOf(
  joinedPair('detail.configRuleName', 'detail.resourceId'),
  joinedPair('detail["check-name"]', 'detail.resource_id'),
  joinedPair('detail.s3ObjectDetails.bucketName', 'detail.s3ObjectDetails.objectKey'),
  // The event's own resource of an AWS Backup job is the recovery point, which is new each time.
  (alarm) => (text('source')(alarm) === 'aws.backup' ? text('detail.resourceArn')(alarm) : undefined),
  (alarm) => (detailType(alarm) === 'Access Analyzer Finding' ? text('detail.id')(alarm) : undefined),
  affectedResource,
);

const COUNTED_SEVERITIES: readonly (readonly [string, Severity])[] = [
  ['CRITICAL', 'CRITICAL'],
  ['HIGH', 'ERROR'],
  ['MEDIUM', 'WARNING'],
];
/** Returns the highest severity of an image scan, which reports the number of findings per severity. */
function highestCountedSeverity(alarm: Alarm): Severity | undefined {
  const counts = value('detail["finding-severity-counts"]')(alarm);
  if (!isObject(counts)) return undefined;
  return COUNTED_SEVERITIES.find(([level]) => Number(counts[level] ?? 0) > 0)?.[1];
}

const scanResult = text('detail.scanResultDetails.scanResultStatus');
const statedSeverity = firstOf(
  numericSeverity('detail.severity'),
  severityBy(
    { medium: 'WARNING' },
    'detail.severity',
    'detail.insightSeverity',
    'detail.findings[0].Severity.Label',
  ),
);

/** The readers that differ between the versions of the plugin. */
interface VersionSettings {
  readonly state: Reader<string>;
  readonly subject: Reader<string>;
  readonly severity: Reader<Severity>;
}
export const LATEST: VersionSettings = {
  state: text(...STATE_PATHS, 'detail["status-details"].status', 'detail["current-state"]'),
  subject,
  severity: firstOf(
    statedSeverity,
    severityBy({ medium: 'WARNING' }, 'detail.severity.description'),
    highestCountedSeverity,
    (alarm) => (scanResult(alarm) === 'THREATS_FOUND' ? 'ERROR' : undefined),
  ),
};
export const V1_0: VersionSettings = {
  state: text(...STATE_PATHS),
  subject: affectedResource,
  severity: statedSeverity,
};

/** Builds the format for events of all other services. The key is what the event is about. */
export function createServiceEventFormat(settings: VersionSettings): AlarmFormat {
  const readState = (alarm: Alarm): string =>
    settings.state(alarm) ?? / (Failure|Failed|Success|Succeeded)$/.exec(detailType(alarm) ?? '')?.[1] ?? '';

  /** Returns RECOVERY if the same thing is in a good state again. Events without a state always fire. */
  const deriveEventType = (alarm: Alarm): EventType | Ignored => {
    // DevOps Guru reports the end of an insight by the kind of the event.
    if (/\bClosed$/.test(detailType(alarm) ?? '')) return 'RECOVERY';
    const state = readState(alarm);
    if (SUCCESS_PATTERN.test(state)) return 'RECOVERY';
    if (/^running$/i.test(state) && MACHINE_SOURCE.test(text('source')(alarm) ?? '')) return 'RECOVERY';
    return TRANSITIONAL_STATE.test(state)
      ? ignored(`${detailType(alarm) ?? 'event'} in state ${state}: neither failed nor recovered`)
      : 'ALERT';
  };

  return {
    ...commonReaders,
    alarms: eitherOf(messagesWith('detail-type', 'detail'), messagesWith('detailType', 'detail')),
    expects: {
      body: 'an event of EventBridge (an object with `detail-type` and `detail`)',
      identity: '`resources` or `id`',
      state: 'an event',
    },
    event_key: firstOf(
      text('detail.insightId', 'detail.findingArn', 'detail.anomalyId'),
      // The kind of the event alone would merge all alarms of that kind.
      (alarm) =>
        settings.subject(alarm) === undefined && alarm.delivery.words !== '0.2'
          ? undefined
          : joined(':', typeWithoutResult, settings.subject)(alarm),
      text('detail.id', 'detail.arn', 'id'),
      (alarm) => (isObject(value('detail')(alarm)) ? detailType(alarm) : undefined),
    ),
    event_type: deriveEventType,
    title: firstOf(
      text('detail.title', 'detail.findings[0].Title', 'detail.insightDescription'),
      joined(' ', joined(': ', detailType, settings.subject), settings.state),
    ),
    description: firstOf(
      text('detail.description', 'detail.Message', 'detail.message', 'detail.reason', 'detail.stoppedReason'),
      text('detail.findings[0].Description', 'detail.cause', 'detail.Cause'),
      (alarm) => (isObject(value('detail')(alarm)) ? JSON.stringify(value('detail')(alarm)) : undefined),
    ),
    severity: firstOf(settings.severity, (alarm) => {
      const state = readState(alarm);
      if (/^warn$/i.test(state)) return 'WARNING';
      return FAILURE_PATTERN.test(state) ? 'ERROR' : 'INFO';
    }),
    rule: detailType,
    resource: resource('resource', affectedResource),
    occurred_at: instant('time', '$.Timestamp'),
    labels: allLabels(
      tags('detail.tags', 'detail.resources[0].tags'),
      labelled({ cluster: (alarm) => text('detail.clusterArn')(alarm)?.split('/').at(-1) }),
      commonLabels,
    ),
    links: {
      runbook: link('detail.remediation.recommendation.Url'),
      source: link('detail.insightUrl', 'detail["additional-information"].logs["deep-link"]'),
    },
    additional_info: { ...commonInfo, detail: value('detail') },
    additional_info_0_2: commonInfo0_2,
  };
}

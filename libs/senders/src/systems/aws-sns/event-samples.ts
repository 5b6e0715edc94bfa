import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const event = (
  kind: string,
  source: string,
  detail: unknown,
  resources: readonly string[] = [],
): unknown => ({
  version: '0',
  id: '7bf73129-1428-4cd3-a780-95db273d1602',
  'detail-type': kind,
  source,
  account: '111122223333',
  time: '2025-03-04T10:15:00Z',
  region: 'eu-central-1',
  resources,
  detail,
});
const finding = (Id: string, more: object): unknown => ({
  Id,
  ProductArn: 'arn:aws:securityhub:eu-central-1::product/aws/securityhub',
  GeneratorId: 'aws-foundational-security-best-practices/v/1.0.0/S3.1',
  AwsAccountId: '111122223333',
  Title: 'S3.1 Public access should be blocked',
  Description: 'Checks that public access is blocked.',
  UpdatedAt: '2025-03-04T10:15:00.123Z',
  Severity: { Label: 'HIGH', Normalized: 70 },
  Resources: [{ Type: 'AwsS3Bucket', Id: 'arn:aws:s3:::reports' }],
  Workflow: { Status: 'NEW' },
  RecordState: 'ACTIVE',
  Compliance: { Status: 'FAILED' },
  ...more,
});
const hub = (...findings: readonly unknown[]): unknown =>
  event('Security Hub Findings - Imported', 'aws.securityhub', { findings });
const alarm = { alarmName: 'db-cpu-high', state: { value: 'OK' }, configuration: {} };
const ARN = 'arn:aws:cloudwatch:eu-central-1:111122223333:alarm:db-cpu-high';

const sns = (message: unknown): unknown => ({
  Type: 'Notification',
  MessageId: 'm-1',
  TopicArn: 'arn:aws:sns:eu-central-1:111122223333:ops',
  Subject: 'A notice',
  Message: JSON.stringify(message),
  Timestamp: '2025-03-04T10:15:01.000Z',
});
const insight = (MessageType: string): unknown =>
  sns({
    AccountId: '111122223333',
    MessageType,
    InsightId: 'AK9',
    InsightName: 'Latency is up',
    InsightSeverity: 'HIGH',
    InsightDescription: 'p99 of orders',
    StartTime: 1741083300000,
    EndTime: 1741085100000,
  });
const config = (complianceType: string): unknown =>
  sns({
    messageType: 'ComplianceChangeNotification',
    configRuleName: 'encrypted-volumes',
    resourceId: 'vol-1',
    awsAccountId: '111122223333',
    newEvaluationResult: { complianceType, resultRecordedTime: '2025-03-04T10:15:00.000Z' },
  });

const SERVICE = 'arn:aws:ecs:eu-central-1:111122223333:service/shop/web';
const INSTANCE = 'EC2 Instance State-change Notification';
const PIPELINE = 'CodePipeline Pipeline Execution State Change';
const RUNS = [
  [INSTANCE, 'aws.ec2', 'stopped', 'ALERT'],
  [INSTANCE, 'aws.ec2', 'shutting-down', 'IGNORED'],
  [INSTANCE, 'aws.ec2', 'running', 'RECOVERY'],
  [PIPELINE, 'aws.codepipeline', 'SUPERSEDED', 'IGNORED'],
  [PIPELINE, 'aws.codepipeline', 'STOPPING', 'IGNORED'],
  [PIPELINE, 'aws.codepipeline', 'FAILED', 'ALERT'],
  ['Glue Job State Change', 'aws.glue', 'RUNNING', 'IGNORED'],
  ['Glue Job State Change', 'aws.glue', 'TIMEOUT', 'ALERT'],
] as const;

/** Events of EventBridge, and messages of services, that are told apart from the rest. */
export const EVENT_SAMPLES: readonly PluginSample[] = [
  posted(
    'findings of Security Hub: several in one event',
    hub(finding('f-1', {}), finding('f-2', { Workflow: { Status: 'SUPPRESSED' } })),
    [
      {
        event_key: 'f-1',
        event_type: 'ALERT',
        title: 'S3.1 Public access should be blocked',
        severity: 'ERROR',
        account: '111122223333',
        resource: {
          resource_type: 'resource',
          name: 'arn:aws:s3:::reports',
          resource_id: 'arn:aws:s3:::reports',
        },
        occurred_at: new Date('2025-03-04T10:15:00.123Z'),
        pointer: '/detail/findings/0',
      },
      'IGNORED',
    ],
    { incident: 'finding' },
  ),
  posted(
    'a finding of Security Hub whose check passes',
    hub(finding('f-1', { Compliance: { Status: 'PASSED' } })),
    { event_key: 'f-1', event_type: 'RECOVERY' },
    { incident: 'finding' },
  ),
  posted(
    'a finding of Inspector',
    event('Inspector2 Finding', 'aws.inspector2', {
      findingArn: 'arn:aws:inspector2:eu-central-1:111122223333:finding/1',
      severity: 'CRITICAL',
      status: 'CLOSED',
      title: 'CVE-2025-1 - openssl',
      description: 'A vulnerable version of openssl',
    }),
    {
      event_key: 'arn:aws:inspector2:eu-central-1:111122223333:finding/1',
      event_type: 'RECOVERY',
      title: 'CVE-2025-1 - openssl',
      severity: 'CRITICAL',
    },
  ),
  posted(
    'the configuration of an alarm was changed',
    event('CloudWatch Alarm Configuration Change', 'aws.cloudwatch', { ...alarm, operation: 'update' }, [
      ARN,
    ]),
    'IGNORED',
  ),
  ...RUNS.map(([kind, source, state, becomes]) =>
    posted(
      `${kind}: ${state}`,
      event(kind, source, { state, 'instance-id': 'i-1' }),
      becomes === 'IGNORED' ? becomes : { event_type: becomes },
    ),
  ),
  posted(
    'a service of ECS in trouble',
    event('ECS Service Action', 'aws.ecs', { clusterArn: 'c', eventName: 'SERVICE_TASK_START_IMPAIRED' }, [
      SERVICE,
    ]),
    { event_key: `ECS Service Action:${SERVICE}`, event_type: 'ALERT', severity: 'ERROR' },
    { incident: 'ecs' },
  ),
  posted(
    'a service of ECS that is steady again',
    event('ECS Service Action', 'aws.ecs', { clusterArn: 'c', eventName: 'SERVICE_STEADY_STATE' }, [SERVICE]),
    { event_key: `ECS Service Action:${SERVICE}`, event_type: 'RECOVERY' },
    { incident: 'ecs' },
  ),
  ...(['RUNNING', 'FAILED'] as const).map((status) =>
    posted(
      `an execution of Step Functions: ${status}`,
      event('Step Functions Execution Status Change', 'aws.states', { status, stateMachineArn: 'sm-1' }),
      status === 'RUNNING' ? 'IGNORED' : { event_type: 'ALERT', severity: 'ERROR' },
    ),
  ),
  posted(
    'a task of ECS that is prepared',
    event('ECS Task State Change', 'aws.ecs', { lastStatus: 'PROVISIONING', group: 'service:web' }),
    'IGNORED',
  ),
  posted(
    'DevOps Guru by SNS: an insight',
    insight('NEW_INSIGHT'),
    {
      event_key: 'AK9',
      event_type: 'ALERT',
      title: 'Latency is up',
      description: 'p99 of orders',
      severity: 'ERROR',
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'sns-insight' },
  ),
  posted(
    'DevOps Guru by SNS: the insight is closed',
    insight('CLOSED_INSIGHT'),
    { event_key: 'AK9', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:45:00Z') },
    { incident: 'sns-insight' },
  ),
  posted(
    'AWS Config by SNS: not compliant',
    config('NON_COMPLIANT'),
    {
      event_key: 'encrypted-volumes/vol-1',
      event_type: 'ALERT',
      severity: 'ERROR',
      resource: { resource_type: 'resource', name: 'vol-1', resource_id: 'vol-1' },
    },
    { incident: 'config' },
  ),
  posted(
    'AWS Config by SNS: compliant',
    config('COMPLIANT'),
    { event_key: 'encrypted-volumes/vol-1', event_type: 'RECOVERY' },
    { incident: 'config' },
  ),
  posted(
    'a cost anomaly',
    sns({
      anomalyId: 'an-1',
      accountId: '111122223333',
      anomalyStartDate: '2025-03-03T00:00:00Z',
      dimensionalValue: 'Amazon EC2',
      impact: { totalImpact: 200 },
      monitorName: 'services',
    }),
    { event_key: 'an-1', event_type: 'ALERT', title: 'A notice: Amazon EC2', severity: 'WARNING' },
  ),
  posted(
    'a message for AWS Chatbot',
    sns({
      version: '1.0',
      source: 'custom',
      id: 'c-1',
      content: { title: 'Refresh failed', description: 'of the group web' },
      metadata: { threadId: 't-1' },
    }),
    { event_key: 't-1', event_type: 'ALERT', title: 'Refresh failed', description: 'of the group web' },
  ),
  posted(
    'a finding of GuardDuty by itself',
    {
      schemaVersion: '2.0',
      accountId: '111122223333',
      region: 'eu-central-1',
      id: '16af',
      type: 'Recon:EC2/Portscan',
      severity: 5,
      title: 'A port scan',
      description: 'from i-1',
      resource: { resourceType: 'Instance', instanceDetails: { instanceId: 'i-1' } },
      service: { serviceName: 'guardduty', eventFirstSeen: '2025-03-04T10:15:00.000Z' },
    },
    {
      event_key: '16af',
      event_type: 'ALERT',
      title: 'A port scan',
      severity: 'WARNING',
      account: '111122223333',
      resource: { resource_type: 'instance', name: 'i-1' },
    },
  ),
];

import type { PluginSample } from '../../domain/plugin.js';
import { posted } from '../reading/posted.js';

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

/** Events of EventBridge that are told apart from the rest. */
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
];

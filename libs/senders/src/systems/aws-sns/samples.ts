import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const ARN = 'arn:aws:cloudwatch:eu-central-1:111122223333:alarm:db-cpu-high';
const alarm = {
  AlarmName: 'db-cpu-high',
  AlarmDescription: 'CPU of the orders database above 80 %',
  AWSAccountId: '111122223333',
  NewStateValue: 'ALARM',
  NewStateReason:
    'Threshold Crossed: 1 datapoint [91.2 (04/03/25 10:10:00)] was greater than the threshold (80.0).',
  StateChangeTime: '2025-03-04T10:15:00.123+0000',
  Region: 'EU (Frankfurt)',
  AlarmArn: ARN,
  OldStateValue: 'OK',
  Trigger: {
    MetricName: 'CPUUtilization',
    Namespace: 'AWS/RDS',
    Statistic: 'AVERAGE',
    Dimensions: [{ value: 'orders-db', name: 'DBInstanceIdentifier' }],
    Period: 300,
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 80,
  },
};
const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:alarms';
const envelope = (Message: string, more: object = {}): string =>
  asText({
    Type: 'Notification',
    MessageId: '7b0f5f4e-3c0a-5c11-9d3e-0a7a6a1e3a10',
    TopicArn: TOPIC,
    Message,
    Timestamp: '2025-03-04T10:15:01.000Z',
    SignatureVersion: '1',
    ...more,
  });
/** As a function that reads a queue gets a message of it. */
const queued = (body: string) => ({
  messageId: '059f36b4-87a3-44ab-83d2-661975830a7d',
  receiptHandle: 'AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a',
  body,
  attributes: { ApproximateReceiveCount: '1', SentTimestamp: '1741083301000' },
  messageAttributes: {},
  md5OfBody: '098f6bcd4621d373cade4e832627b4f6',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-central-1:111122223333:alarms',
  awsRegion: 'eu-central-1',
});
const sns = { content_type: 'text/plain; charset=UTF-8' };

const bridge = {
  version: '0',
  id: '6a7e8feb-b491-4cf7-a9f1-bf3703467718',
  account: '111122223333',
  time: '2025-03-04T10:15:01Z',
  region: 'eu-central-1',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    ...sns,
    name: 'firing: a CloudWatch alarm',
    incident: 'cpu',
    body: envelope(JSON.stringify(alarm), { Subject: 'ALARM: "db-cpu-high" in EU (Frankfurt)' }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: ARN,
          event_type: 'ALERT',
          title: 'db-cpu-high',
          description: `${alarm.AlarmDescription}\n\n${alarm.NewStateReason}`,
          severity: 'ERROR',
          rule: 'db-cpu-high',
          account: '111122223333',
          resource: { resource_id: 'orders-db', resource_type: 'DBInstanceIdentifier', name: 'orders-db' },
          occurred_at: new Date('2025-03-04T10:15:00.123Z'),
        },
      },
    ],
  },
  {
    ...sns,
    name: 'resolved: the alarm is OK, raw message delivery',
    incident: 'cpu',
    body: asText({ ...alarm, NewStateValue: 'OK', OldStateValue: 'ALARM' }),
    expect: [{ outcome: 'EVENT', event: { event_key: ARN, event_type: 'RECOVERY' } }],
  },
  {
    name: 'the same alarm through EventBridge',
    incident: 'cpu',
    body: asText({
      ...bridge,
      'detail-type': 'CloudWatch Alarm State Change',
      source: 'aws.cloudwatch',
      resources: [ARN],
      detail: {
        alarmName: 'db-cpu-high',
        state: { value: 'INSUFFICIENT_DATA', reason: 'Unchecked', timestamp: '2025-03-04T10:15:00.123+0000' },
        configuration: {
          metrics: [{ metricStat: { metric: { dimensions: { DBInstanceIdentifier: 'orders-db' } } } }],
        },
      },
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_type: 'ALERT', severity: 'NOT_AVAILABLE', resource: { name: 'orders-db' } },
      },
    ],
  },
  {
    name: 'firing: by way of a queue, as Lambda gets it',
    incident: 'cpu',
    body: asText({
      Records: [
        queued(envelope(JSON.stringify(alarm))),
        queued(JSON.stringify({ ...alarm, NewStateValue: 'OK' })),
      ],
    }),
    expect: [
      { outcome: 'EVENT', event: { event_key: ARN, event_type: 'ALERT', title: 'db-cpu-high' } },
      { outcome: 'EVENT', event: { event_key: ARN, event_type: 'RECOVERY' } },
    ],
  },
  {
    name: 'an alarm of metric maths, as Lambda gets it',
    body: asText({
      Records: [
        {
          Sns: {
            Type: 'Notification',
            TopicArn: TOPIC,
            Message: JSON.stringify({
              ...alarm,
              AlarmArn: undefined,
              Trigger: {
                Metrics: [
                  { Id: 'e1', Expression: 'm1 / 2' },
                  {
                    Id: 'm1',
                    MetricStat: { Metric: { Dimensions: [{ name: 'QueueName', value: 'mails' }] } },
                  },
                ],
              },
            }),
          },
        },
      ],
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '111122223333:EU (Frankfurt):db-cpu-high',
          resource: { resource_type: 'QueueName', name: 'mails' },
        },
      },
    ],
  },
  {
    name: 'a finding of GuardDuty',
    body: asText({
      ...bridge,
      'detail-type': 'GuardDuty Finding',
      source: 'aws.guardduty',
      detail: {
        id: '16afba5c5c43e07c9e3e5e2e544e95df',
        type: 'CryptoCurrency:EC2/BitcoinTool.B!DNS',
        severity: 8.2,
        title: 'The instance i-0abc is querying a Bitcoin domain.',
        description: 'A domain name that is associated with Bitcoin was queried.',
        resource: { instanceDetails: { instanceId: 'i-0abc' } },
        service: { eventFirstSeen: '2025-03-04T09:00:00Z', count: 3 },
      },
    }),
    expect: [{ outcome: 'EVENT', event: { severity: 'ERROR', resource: { name: 'i-0abc' } } }],
  },
  {
    name: 'an issue of AWS Health that is over',
    body: asText({
      ...bridge,
      'detail-type': 'AWS Health Event',
      source: 'aws.health',
      detail: {
        eventArn: 'arn:aws:health:eu-central-1::event/EC2/AWS_EC2_OPERATIONAL_ISSUE/1',
        service: 'EC2',
        eventTypeCode: 'AWS_EC2_OPERATIONAL_ISSUE',
        eventTypeCategory: 'issue',
        statusCode: 'closed',
        startTime: 'Tue, 04 Mar 2025 08:00:00 GMT',
        endTime: 'Tue, 04 Mar 2025 09:30:00 GMT',
        eventDescription: [{ language: 'en_US', latestDescription: 'Increased error rates are over.' }],
      },
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_type: 'RECOVERY',
          severity: 'ERROR',
          description: 'Increased error rates are over.',
          occurred_at: new Date('2025-03-04T08:00:00Z'),
        },
      },
    ],
  },
  {
    ...sns,
    name: 'a message of a person',
    body: envelope('The backup host is going down at noon.', { Subject: 'Maintenance' }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_type: 'ALERT',
          title: 'Maintenance',
          description: 'The backup host is going down at noon.',
        },
      },
    ],
  },
  {
    ...sns,
    name: 'a subscription to confirm',
    body: envelope('You have chosen to subscribe.', {
      Type: 'SubscriptionConfirmation',
      Token: '2336412f37',
    }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    ...sns,
    name: 'a subscription that ended, whatever it speaks of',
    body: envelope(JSON.stringify(alarm), {
      Type: 'UnsubscribeConfirmation',
      Token: '2336412f37',
    }),
    expect: [{ outcome: 'IGNORED' }],
  },
  ...['ALARM', 'OK'].map((value) =>
    posted(
      `an alarm action: ${value}`,
      {
        source: 'aws.cloudwatch',
        alarmArn: ARN,
        accountId: '111122223333',
        time: '2025-03-04T10:15:00.123+0000',
        region: 'eu-central-1',
        alarmData: {
          alarmName: 'db-cpu-high',
          state: { value, reason: 'Threshold Crossed', timestamp: '2025-03-04T10:15:00.123+0000' },
          configuration: {
            description: 'CPU of the database',
            metrics: [
              { id: 'm1', metricStat: { metric: { name: 'CPU', dimensions: { InstanceId: 'i-1' } } } },
            ],
          },
        },
      },
      {
        event_key: ARN,
        event_type: value === 'OK' ? 'RECOVERY' : 'ALERT',
        title: 'db-cpu-high',
        account: '111122223333',
        occurred_at: new Date('2025-03-04T10:15:00.123Z'),
      },
      { incident: 'cpu' },
    ),
  ),
  ...['New Insight Open', 'Insight Closed'].map((what) =>
    posted(
      `an insight of DevOps Guru: ${what}`,
      {
        source: 'aws.devops-guru',
        'detail-type': `DevOps Guru ${what}`,
        account: '111122223333',
        time: '2025-03-04T10:15:00Z',
        resources: [],
        detail: { insightId: 'AK8', insightDescription: 'Latency is up', insightSeverity: 'high' },
      },
      {
        event_key: 'AK8',
        event_type: what === 'Insight Closed' ? 'RECOVERY' : 'ALERT',
        title: 'Latency is up',
        severity: 'ERROR',
      },
      { incident: 'insight' },
    ),
  ),
];

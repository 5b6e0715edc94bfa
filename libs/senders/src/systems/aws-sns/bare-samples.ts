import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const TOPIC = { Type: 'Notification', TopicArn: 'arn:aws:sns:eu-central-1:111122223333:alarms' };

/** What a relay left of messages, and what came another way than through SNS. */
export const BARE_SAMPLES: readonly PluginSample[] = [
  posted(
    'an envelope with nothing but its type and message',
    { Type: 'Notification', Message: JSON.stringify({ AlarmName: 'disk-full', NewStateValue: 'ALARM' }) },
    { event_key: 'disk-full', event_type: 'ALERT', title: 'disk-full' },
    { incident: 'bare' },
  ),
  posted(
    'its end',
    { Type: 'Notification', Message: JSON.stringify({ AlarmName: 'disk-full', NewStateValue: 'OK' }) },
    { event_key: 'disk-full', event_type: 'RECOVERY' },
    { incident: 'bare' },
  ),
  posted(
    'a confirmation with nothing but its address',
    { Type: 'SubscriptionConfirmation', SubscribeURL: 'https://sns.eu-central-1.amazonaws.com/' },
    'IGNORED',
  ),
  posted(
    'text without an id',
    {
      Type: 'Notification',
      TopicArn: 'arn:aws:sns:eu-central-1:111122223333:alarms',
      Subject: 'Backup failed',
      Message: 'of orders-db',
    },
    { event_key: 'Backup failed', event_type: 'ALERT', description: 'of orders-db' },
  ),
  posted(
    'an alarm about money: its currency is no resource',
    {
      AlarmName: 'bill',
      NewStateValue: 'ALARM',
      Trigger: { Dimensions: [{ name: 'Currency', value: 'USD' }] },
    },
    { title: 'bill', resource: { resource_id: null, resource_type: 'alarm', name: 'bill' } },
  ),
  ...['trigger', 'resolve'].map((event_type) =>
    posted(
      `an alarm in the form of PagerDuty's Events API: ${event_type}`,
      {
        service_key: 'k',
        event_type,
        description: `queue: ${event_type}`,
        details: { AlarmName: 'queue-long' },
      },
      { event_key: 'queue-long', event_type: event_type === 'resolve' ? 'RECOVERY' : 'ALERT' },
      { incident: 'queue' },
    ),
  ),
  posted(
    'alerts of Alertmanager in a message',
    {
      Type: 'Notification',
      MessageId: 'm-7',
      TopicArn: 'arn:aws:sns:eu-central-1:111122223333:alarms',
      Message: JSON.stringify({
        receiver: 'sns',
        status: 'firing',
        groupLabels: {},
        alerts: ['firing', 'resolved'].map((status) => ({
          status,
          labels: { alertname: 'HighLoad', instance: status },
          annotations: { summary: 'Load is high' },
          startsAt: '2025-03-04T10:15:00Z',
        })),
      }),
    },
    [
      { event_type: 'ALERT', rule: 'HighLoad', title: 'Load is high', resource: { name: 'firing' } },
      { event_type: 'RECOVERY', resource: { name: 'resolved' } },
    ],
  ),
  posted(
    'in the form of Events API v2',
    {
      routing_key: 'k',
      event_action: 'resolve',
      dedup_key: '4714',
      payload: { summary: 'queue is long', source: 'cloudwatch' },
    },
    { event_key: '4714', event_type: 'RECOVERY', title: 'queue is long' },
  ),
  ...(['Severe', 'Ok'] as const).map((health) =>
    posted(
      `an environment of Elastic Beanstalk becomes ${health}`,
      {
        ...TOPIC,
        Subject: 'AWS Elastic Beanstalk Notification - Environment health has transitioned',
        Message: [
          'Timestamp: Tue Mar 04 10:15:00 UTC 2025',
          `Message: Environment health has transitioned from Warning to ${health}. 40 % of the requests fail.`,
          '',
          'Environment: shop-prod',
          'Application: shop',
        ].join('\n'),
      },
      {
        event_key: 'shop/shop-prod',
        event_type: health === 'Ok' ? 'RECOVERY' : 'ALERT',
        severity: health === 'Ok' ? 'INFO' : 'CRITICAL',
        resource: { resource_type: 'environment', name: 'shop-prod' },
        occurred_at: new Date('2025-03-04T10:15:00.000Z'),
      },
      { incident: 'shop-prod' },
    ),
  ),
  ...(['FAILED', 'SUCCEEDED'] as const).map((state) =>
    posted(
      `a notification rule of the developer tools: ${state}`,
      {
        ...TOPIC,
        Message: JSON.stringify({
          account: '111122223333',
          detailType: 'CodePipeline Pipeline Execution State Change',
          source: 'aws.codepipeline',
          time: '2025-03-04T10:15:00Z',
          detail: { pipeline: 'shop', 'execution-id': 'e-1', state },
        }),
      },
      {
        event_key: 'CodePipeline Pipeline Execution State Change:shop',
        event_type: state === 'FAILED' ? 'ALERT' : 'RECOVERY',
        title: `CodePipeline Pipeline Execution State Change: shop ${state}`,
        occurred_at: new Date('2025-03-04T10:15:00.000Z'),
      },
      { incident: 'shop-pipeline' },
    ),
  ),
  ...(['Failure', 'Successful'] as const).map((result) =>
    posted(
      `a run of a canary of CloudWatch Synthetics: ${result}`,
      {
        'detail-type': `Synthetics Canary TestRun ${result}`,
        source: 'aws.synthetics',
        account: '111122223333',
        time: '2025-03-04T10:15:00Z',
        detail: { 'canary-name': 'checkout', 'test-run-status': result === 'Failure' ? 'FAILED' : 'PASSED' },
      },
      {
        event_key: 'Synthetics Canary TestRun:checkout',
        event_type: result === 'Failure' ? 'ALERT' : 'RECOVERY',
        resource: { resource_type: 'resource', name: 'checkout' },
      },
      { incident: 'checkout' },
    ),
  ),
];

import type { PluginSample } from '../../domain/plugin.js';
import { posted } from '../reading/posted.js';

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
];

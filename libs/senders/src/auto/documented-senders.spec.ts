import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { eventKeyOf } from '../plugin-api/conformance.js';
import { createAuto } from './plugin.js';

const auto = createAuto([]);

function read(body: Json): Record<string, unknown> {
  const [one] = auto.parse(
    createSampleDelivery({ name: 'documented', body: JSON.stringify(body), expect: [] }),
    {},
  );
  if (one?.outcome !== 'EVENT') return { outcome: one?.outcome, event_key: one && eventKeyOf(one) };
  const { event_type, title, severity, event_key, resource, occurred_at } = one.event;
  return { event_type, title, severity, event_key, on: resource?.name, at: occurred_at?.toISOString() };
}

const fresh = (state: string): Json => ({
  organization_id: 7,
  webhook_type: 'AL',
  webhook_event_data: { check_state_name: state, check_id: 12, check_name: 'Shop', http_status_code: 500 },
  webhook_event_created_on: '2025-03-04T10:15:00+00:00',
});
const tencent = (alarmStatus: string): Json => ({
  alarmStatus,
  alarmObjInfo: { region: 'gz', dimensions: { unInstanceId: 'ins-1' } },
  alarmPolicyInfo: { policyId: 'policy-1', policyName: 'CPU', conditions: { metricName: 'cpu_usage' } },
  firstOccurTime: '2025-03-04 10:15:00',
});

/** Payloads in the format that each sender documents, with invented names and numbers. */
const DOCUMENTED: readonly (readonly [string, Json, Record<string, unknown>])[] = [
  [
    'Freshping, down',
    fresh('Not Responding'),
    { event_type: 'ALERT', event_key: '12', title: 'Shop', at: '2025-03-04T10:15:00.000Z' },
  ],
  ['Freshping, an error', fresh('Reporting Error'), { event_type: 'ALERT', event_key: '12' }],
  ['Freshping, up', fresh('Available'), { event_type: 'RECOVERY', event_key: '12' }],
  [
    'Hyperping, down',
    { event: 'check.down', check: { url: 'https://shop.example.com', down: true, date: 1741083300000 } },
    { event_type: 'ALERT', event_key: 'https://shop.example.com', at: '2025-03-04T10:15:00.000Z' },
  ],
  [
    'Hyperping, up',
    { event: 'check.up', check: { url: 'https://shop.example.com', down: false, date: 1741083900000 } },
    { event_type: 'RECOVERY', event_key: 'https://shop.example.com' },
  ],
  [
    'Pulsetic, a certificate',
    {
      alert_type: 'certificate_expires_soon',
      monitor: { id: 3, url: 'https://shop.example.com' },
      days_left: 5,
    },
    { event_type: 'ALERT', event_key: '3', title: 'https://shop.example.com: certificate_expires_soon' },
  ],
  [
    'SolarWinds',
    {
      ActionType: 'Resolve',
      NodeName: 'core-1',
      AlertID: '156',
      AlertMessage: 'Neighbor went down',
      AlertDescription: 'Raised when any neighbor changes its status to down',
    },
    { event_type: 'RECOVERY', event_key: '156', title: 'Neighbor went down', on: 'core-1' },
  ],
  [
    'Zendesk, a new ticket with the event type resolve',
    { event_type: 'resolve', id: '53', title: 'No login', status: 'New' },
    { event_type: 'RECOVERY', event_key: '53' },
  ],
  [
    'Zendesk, an acknowledged ticket',
    { event_type: 'acknowledge', id: '53', title: 'x y', status: 'New' },
    { outcome: 'ACKNOWLEDGED', event_key: '53' },
  ],
  [
    'SkyWalking, one rule on several services',
    {
      scope: 'SERVICE',
      name: 'cart',
      ruleName: 'slow_rule',
      alarmMessage: 'cart is slow',
      tags: [{ key: 'level', value: 'WARNING' }],
      startTime: 1741083300000,
    },
    { event_type: 'ALERT', severity: 'WARNING', event_key: 'slow_rule/cart', on: 'cart' },
  ],
  [
    'Nightingale',
    {
      hash: 'b4',
      rule_id: 3,
      rule_name: 'cpu',
      target_ident: 'web-1',
      trigger_time: 1741083300,
      is_recovered: true,
    },
    { event_type: 'RECOVERY', event_key: 'b4', on: 'web-1' },
  ],
  [
    'Tencent Cloud, firing',
    tencent('1'),
    { event_type: 'ALERT', title: 'CPU', at: '2025-03-04T10:15:00.000Z' },
  ],
  ['Tencent Cloud, resolved', tencent('0'), { event_type: 'RECOVERY', title: 'CPU' }],
  [
    'Alibaba Cloud, one rule on several instances',
    { alertName: 'cpu', alertState: 'OK', ruleId: 'r-1', instanceName: 'web-1', timestamp: '1741083300000' },
    { event_type: 'RECOVERY', event_key: 'r-1/web-1' },
  ],
  [
    'Sumo Logic',
    { Name: 'Errors', AlertID: 'A1', TriggerType: 'ResolvedCritical', MonitorType: 'Logs' },
    { event_type: 'RECOVERY', event_key: 'A1', title: 'Errors' },
  ],
  [
    'MongoDB Atlas',
    {
      id: 'a1',
      status: 'OPEN',
      eventTypeName: 'OUTSIDE_METRIC_THRESHOLD',
      humanReadable: 'Query Targeting went above 1000',
      hostnameAndPort: 'shard-0:27017',
      created: '2025-03-04T10:15:00Z',
    },
    { event_type: 'ALERT', event_key: 'a1', title: 'Query Targeting went above 1000', on: 'shard-0:27017' },
  ],
  [
    'Coralogix, with fields as key-value pairs',
    {
      uuid: 'u1',
      alert_id: 'c-1',
      name: 'Errors',
      alert_action: 'resolve',
      fields: [
        { key: 'severity', value: 'ERROR' },
        { key: 'computer', value: 'web-1' },
        { key: 'timestamp', value: '2025/03/04 10:15:00 GMT' },
      ],
    },
    {
      event_type: 'RECOVERY',
      event_key: 'c-1',
      title: 'Errors',
      severity: 'ERROR',
      at: '2025-03-04T10:15:00.000Z',
    },
  ],
  [
    'attributes of OpenTelemetry',
    { title: 'Slow', status: 'critical', labels: [{ key: 'host', value: { stringValue: 'web-1' } }] },
    { event_type: 'ALERT', on: 'web-1' },
  ],
  [
    'Rootly, whose events have ids of their own',
    {
      event: { id: 'e1', type: 'incident.resolved' },
      data: { id: 'r1', title: 'API is slow', started_at: '2025-03-04T10:15:00Z' },
    },
    { event_type: 'RECOVERY', event_key: 'r1', title: 'API is slow' },
  ],
  [
    'Airbrake',
    { error: { id: 17, error_message: 'RuntimeError: boom', project: { id: 1, name: 'shop' } } },
    { event_type: 'ALERT', event_key: '17', title: 'RuntimeError: boom' },
  ],
  [
    'a run with the trigger "verification"',
    { trigger: 'verification', message: 'Verification of prod' },
    { outcome: 'IGNORED' },
  ],
];

describe('auto on documented payloads of senders without a plugin', () => {
  it.each(DOCUMENTED)('%s', (_, body, wanted) => expect(read(body)).toMatchObject(wanted));
});

import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const event = (type: string, reason: string, object: object): unknown => ({
  metadata: { name: 'x.17a', namespace: 'prod' },
  type,
  reason,
  message: `${reason} it is`,
  involvedObject: object,
  source: { component: 'kubelet', host: 'node-1' },
  firstTimestamp: '2025-03-04T10:00:00Z',
  lastTimestamp: '2025-03-04T10:15:00Z',
  count: 5,
});
const pod = { kind: 'Pod', namespace: 'prod', name: 'web-5c' };
const node = { kind: 'Node', name: 'node-1' };

export const SAMPLES: readonly PluginSample[] = [
  posted('a warning', event('Warning', 'BackOff', pod), {
    event_key: 'Pod/prod/web-5c/BackOff',
    event_type: 'ALERT',
    title: 'Pod/prod/web-5c: BackOff',
    description: 'BackOff it is',
    severity: 'WARNING',
    rule: 'BackOff',
    resource: { resource_type: 'pod', name: 'web-5c', resource_id: 'Pod/prod/web-5c' },
    account: 'prod',
    occurred_at: new Date('2025-03-04T10:15:00Z'),
  }),
  posted(
    'a node is not ready',
    event('Normal', 'NodeNotReady', node),
    { event_key: 'Node/node-1/NodeNotReady', event_type: 'ALERT' },
    { incident: 'node' },
  ),
  posted(
    'the node is ready again',
    event('Normal', 'NodeReady', node),
    { event_key: 'Node/node-1/NodeNotReady', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'node' },
  ),
  posted('a normal event', event('Normal', 'Pulled', pod), 'IGNORED'),
  posted(
    'as eventrouter wraps it',
    { verb: 'ADDED', event: event('Warning', 'Failed', pod) },
    { event_key: 'Pod/prod/web-5c/Failed', event_type: 'ALERT', pointer: '/event' },
  ),
];

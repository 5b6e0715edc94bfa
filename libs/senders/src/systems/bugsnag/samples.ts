import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const shared = {
  account: { id: 'a1', name: 'Acme' },
  project: { id: 'p1', name: 'shop', url: 'https://app.bugsnag.com/acme/shop' },
};
const error = {
  errorId: 'e1',
  exceptionClass: 'TimeoutError',
  message: 'no answer from payments',
  context: 'orders#create',
  severity: 'error',
  status: 'open',
  receivedAt: '2025-03-04T10:15:00.000Z',
  url: 'https://app.bugsnag.com/acme/shop/errors/e1',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a new error',
    { ...shared, trigger: { type: 'firstException', message: 'New Error' }, error },
    {
      event_key: 'e1',
      event_type: 'ALERT',
      title: 'TimeoutError: no answer from payments',
      description: 'New Error\norders#create',
      severity: 'ERROR',
      rule: 'TimeoutError',
      account: 'Acme',
      resource: { resource_type: 'project', name: 'shop', resource_id: 'p1' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'timeout' },
  ),
  posted(
    'the error is marked as fixed',
    {
      ...shared,
      trigger: { type: 'errorStateManualChange', message: 'Marked as fixed', stateChange: 'fixed' },
      error: { ...error, status: 'fixed' },
    },
    { event_key: 'e1', event_type: 'RECOVERY' },
    { incident: 'timeout' },
  ),
  posted(
    'errors of a project spike',
    { ...shared, trigger: { type: 'projectSpiking', message: 'Spike in shop', rate: 120 } },
    { event_key: 'p1/projectSpiking', event_type: 'ALERT', title: 'shop: Spike in shop' },
  ),
  posted(
    'a comment',
    {
      ...shared,
      trigger: { type: 'comment', message: 'Ann commented' },
      error,
      comment: { message: 'On it' },
    },
    'IGNORED',
  ),
  ...(['projectSamplingStarted', 'projectApproachingRateLimit'] as const).map((type) =>
    posted(
      `a project takes too many events: ${type}`,
      { ...shared, trigger: { type, message: 'Too many events' } },
      { event_key: `p1/${type}`, event_type: 'ALERT', title: 'shop: Too many events' },
    ),
  ),
];

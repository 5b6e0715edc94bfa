import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const problem = {
  State: 'OPEN',
  ProblemID: 'P-25034711',
  PID: '-6478017825120311599_1741083300000V2',
  ProblemTitle: 'Failure rate increase',
  ProblemSeverity: 'ERROR',
  ProblemURL: 'https://abc12345.live.dynatrace.com/#problems/problemdetails;pid=-6478',
  ProblemDetailsText: 'Failure rate of CheckoutService is 12 %.',
  ProblemDetailsJSONv2: '{"startTime":1741083300000,"endTime":-1}',
  ImpactedEntities: [{ type: 'SERVICE', name: 'CheckoutService', entity: 'SERVICE-1A2B' }],
  ImpactedEntity: 'CheckoutService',
  Tags: '{Tags}',
};

const davis = {
  'event.kind': 'DAVIS_PROBLEM',
  'event.id': '-6713420415180294573_1741083300000V2',
  'event.status': 'ACTIVE',
  'event.category': 'ERROR',
  'event.name': 'Failure rate increase',
  'event.description': 'The failure rate of checkout rose to 12 %.',
  'event.start': '2025-03-04T10:15:00.123000000Z',
  display_id: 'P-2503',
  affected_entity_ids: ['SERVICE-1'],
  affected_entity_names: ['checkout'],
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'failures',
    body: asText(problem),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'P-25034711',
          event_type: 'ALERT',
          title: 'Failure rate increase',
          description: 'Failure rate of CheckoutService is 12 %.',
          severity: 'ERROR',
          resource: { resource_id: 'SERVICE-1A2B', resource_type: 'SERVICE', name: 'CheckoutService' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'failures',
    body: asText({
      ...problem,
      State: 'RESOLVED',
      ProblemDetailsJSONv2: { startTime: 1741083300000, endTime: 1741084200000 },
    }),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'several in a list, one merged, variables left as they are',
    body: asText([
      { ...problem, State: 'MERGED' },
      { ...problem, ProblemID: '{ProblemID}', PID: '7', ImpactedEntities: '{ImpactedEntities}' },
    ]),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY' } },
      { outcome: 'EVENT', event: { event_key: '7', resource: { name: 'CheckoutService' } } },
    ],
  },
  { name: 'the body of somebody else', body: '{"hello":"world"}', expect: [{ outcome: 'ERROR' }] },
  posted(
    'a problem as a workflow posts it',
    davis,
    {
      event_key: 'P-2503',
      event_type: 'ALERT',
      title: 'Failure rate increase',
      severity: 'ERROR',
      resource: { name: 'checkout', resource_id: 'SERVICE-1' },
      occurred_at: new Date('2025-03-04T10:15:00.123Z'),
    },
    { incident: 'davis' },
  ),
  posted(
    'the problem of a workflow, closed',
    { ...davis, 'event.status': 'CLOSED', 'event.end': '2025-03-04T10:20:00.000000000Z' },
    { event_key: 'P-2503', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:20:00.000Z') },
    { incident: 'davis' },
  ),
  ...(['OPEN', 'RESOLVED'] as const).map((state) =>
    posted(
      `names in another case: ${state}`,
      { problemId: 'P-77', problemTitle: 'Response time', state, impactedEntity: 'checkout' },
      {
        event_key: 'P-77',
        event_type: state === 'OPEN' ? 'ALERT' : 'RECOVERY',
        title: 'Response time',
        resource: { name: 'checkout' },
      },
      { incident: 'camel' },
    ),
  ),
  posted(
    'neither an id nor a state',
    { ProblemTitle: 'Response time', ImpactedEntity: 'orders' },
    { event_key: 'orders/Response time', event_type: 'ALERT' },
  ),
];

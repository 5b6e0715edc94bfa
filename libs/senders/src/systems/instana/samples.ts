import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const issue = {
  id: 'i-9',
  type: 'incident',
  state: 'OPEN',
  start: 1741083300000,
  severity: 10,
  text: 'Garbage collection takes long',
  suggestion: 'Give it more memory',
  link: 'https://acme.instana.io/#/?eventId=i-9',
  zone: 'prod',
  fqdn: 'app-1.example.com',
  entity: 'jvm',
  entityLabel: 'shop',
  tags: 'production, java',
  container: '',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'an incident opens',
    { issue },
    {
      event_key: 'i-9',
      event_type: 'ALERT',
      title: 'Garbage collection takes long',
      description: 'Give it more memory',
      severity: 'CRITICAL',
      resource: { resource_type: 'entity', name: 'shop', resource_id: 'app-1.example.com' },
      account: 'prod',
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'gc' },
  ),
  posted(
    'the incident is closed',
    { issue: { ...issue, state: 'CLOSED', end: 1741085100000 } },
    { event_key: 'i-9', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:45:00Z') },
    { incident: 'gc' },
  ),
  posted(
    'an issue of a lower degree',
    { issue: { ...issue, id: 'i-10', type: 'issue', severity: 5 } },
    { event_key: 'i-10', severity: 'WARNING' },
  ),
  posted(
    'a host came',
    {
      issue: {
        id: 'c-1',
        type: 'online',
        start: 1741083300000,
        text: 'online',
        link: 'https://acme.instana.io/x',
      },
    },
    'IGNORED',
  ),
  posted(
    'a close that says no more than its id',
    { issue: { id: 'bare', state: 'CLOSED', end: '1741084200000' } },
    { event_key: 'bare', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') },
  ),
];

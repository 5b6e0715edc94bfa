import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const run = (trigger: string, status: string): unknown => ({
  trigger,
  status,
  executionId: 41,
  execution: {
    id: 41,
    href: 'https://rundeck.example.com/execution/41',
    status,
    project: 'shop',
    user: 'cron',
    'date-started': { unixtime: 1741083200000, date: '2025-03-04T10:13:20Z' },
    'date-ended': { unixtime: 1741083300000, date: '2025-03-04T10:15:00Z' },
    job: { id: 'j-1', name: 'Nightly backup', group: 'db', project: 'shop' },
    description: './backup.sh',
    failedNodes: status === 'failed' ? ['db-1'] : [],
  },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a job fails',
    run('failure', 'failed'),
    {
      event_key: 'j-1',
      event_type: 'ALERT',
      title: 'Nightly backup failed',
      description: './backup.sh\nfailed on db-1',
      severity: 'ERROR',
      rule: 'Nightly backup',
      account: 'shop',
      resource: { resource_type: 'job', name: 'Nightly backup', resource_id: 'j-1' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'backup' },
  ),
  posted(
    'the job succeeds',
    run('success', 'succeeded'),
    { event_key: 'j-1', event_type: 'RECOVERY', title: 'Nightly backup succeeded' },
    { incident: 'backup' },
  ),
  posted('a job takes long', run('avgduration', 'running'), {
    event_key: 'j-1/duration',
    event_type: 'ALERT',
    title: 'Nightly backup takes long',
    severity: 'WARNING',
  }),
  posted('a job starts', run('start', 'running'), 'IGNORED'),
];

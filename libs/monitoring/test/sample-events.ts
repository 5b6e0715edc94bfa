import { WEBHOOKS, type EventStore } from './event-store.js';

const HOUR = 3_600_000;
const yesterday = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR - 24 * HOUR;

/** The time so many hours after the beginning of yesterday, UTC. */
export const at = (hours: number) => new Date(yesterday + hours * HOUR);

/** Four events of d1 and one of d2. */
export async function addSampleEvents({ add }: EventStore): Promise<void> {
  await add({
    title: 'cpu of a disk',
    severity: 'CRITICAL',
    provider: 'aws',
    created_at: at(1),
    raw_data: {
      labels: { job: 'node' },
      tags: [
        { key: 'a', n: 1 },
        { key: 'b', n: 2 },
      ],
      n: 4,
    },
  });
  await add({
    title: 'Disk and CPU',
    severity: 'ERROR',
    provider: 'gcp',
    created_at: at(2),
    raw_data: { n: 6, at: '2026-02-30', when: '2026-01-02T03:04:05Z' },
  });
  await add({
    title: 'memory',
    severity: 'ERROR',
    event_type: 'RECOVERY',
    created_at: at(3),
    webhook: WEBHOOKS[1],
    raw_data: { n: 'x', big: 1 },
  });
  await add({ title: 'cpu disk', severity: 'INFO', created_at: at(4), additional_info: { region: 'eu' } });
  await add({
    domain_id: 'd2',
    title: 'cpu disk',
    severity: 'CRITICAL',
    provider: 'azure',
    created_at: at(1),
  });
}

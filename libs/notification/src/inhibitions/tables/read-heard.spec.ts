import { expect, it } from 'vitest';
import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { readHeard } from './inhibit-changes.js';

it('reads of sources only when they were heard of, and ends with its caller', async () => {
  const source = crypto.randomUUID();
  const asked: unknown[][] = [];
  const times = { last_received_at: '2026-11-20T10:00:00.000Z', resolved_at: null };
  const queries = {
    loadFields: (...given: unknown[]) => {
      asked.push(given);
      return Promise.resolve(new Map([[formatId('alert', source), times]]));
    },
  } as unknown as AlertQueries;
  const role = { domain_id: 'd', inhibition_id: crypto.randomUUID(), key: 'k', waits_until: null };
  const stored = [
    { ...role, alert_id: source, is_source: true, is_target: false },
    { ...role, alert_id: crypto.randomUUID(), is_source: false, is_target: true },
  ];
  const { signal } = new AbortController();
  const heard = await readHeard(queries, stored, [], signal);
  expect([...heard]).toEqual([[source, { last: Date.parse(times.last_received_at), resolved: undefined }]]);
  expect(asked).toEqual([['d', [formatId('alert', source)], ['last_received_at', 'resolved_at'], signal]]);
});

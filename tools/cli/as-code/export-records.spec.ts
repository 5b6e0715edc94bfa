import { expect, it } from 'vitest';
import type { Info } from '#shared/as-code/kind.js';
import { StoredRecords } from '#shared/as-code/stored-records.js';
import { exportRecords } from './export-records.js';

const subscription = (name: string): Info => ({
  subscription_id: `subscription_${name}`,
  project_id: 'p',
  name,
  protocol_id: 'pagerduty',
  options: { routing_key: '***' },
  state: 'ENABLED',
});

it('names a variable for each secret, also of names that differ only in letters that a variable cannot have', async () => {
  const names = ['jane', 'Jane', 'db 1', 'db-1', 'Сервер', 'Дежурный'];
  const stored = await StoredRecords.read(async function* ({ section }) {
    if (section === 'subscriptions') yield* names.map(subscription);
  });
  const variables = [...exportRecords(stored, undefined).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  expect(new Set(variables).size).toBe(names.length);
  expect(variables).toContain('P_SUBSCRIPTION_JANE_OPTIONS_ROUTING_KEY_2');
});

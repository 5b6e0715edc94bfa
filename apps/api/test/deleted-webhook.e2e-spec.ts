import { afterEach, beforeEach, expect, it } from 'vitest';
import { slowness } from '#test/slowness.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
let second: ApiUnderTest;

beforeEach(async () => {
  api = await startApi();
  second = await startApi({ DATABASE_URL: api.databaseUrl });
});
afterEach(async () => {
  await second?.close();
  await api?.close();
});

it('a webhook rejects deliveries once DELETE was answered, on other processes within a second', async () => {
  const before = slowness();
  const delays: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const body = { domain_id: 'd1', project_id: 'p', name: `w${n}`, plugin_info: { plugin_id: 'direct' } };
    const created = await api.call<{ webhook_id: string; webhook_url: string }>(
      'POST',
      '/monitoring/v1/webhooks',
      {
        body,
      },
    );
    const { pathname } = new URL(created.body.webhook_url);
    const post = (at: ApiUnderTest) => at.call('POST', pathname, { body: { title: 'T' }, key: null });
    expect([(await post(api)).status, (await post(second)).status]).toEqual([202, 202]);
    const deleted = await api.call(
      'DELETE',
      `/monitoring/v1/webhook/${created.body.webhook_id}?domain_id=d1`,
    );
    expect(deleted.status).toBe(204);
    const deletedAt = performance.now();
    expect((await post(api)).status).toBe(404);
    // Other processes learn of the deletion by NOTIFY, or by polling twice a second.
    while ((await post(second)).status === 202);
    delays.push(performance.now() - deletedAt);
  }
  expect(Math.max(...delays) / Math.max(before, slowness())).toBeLessThan(1000);
});

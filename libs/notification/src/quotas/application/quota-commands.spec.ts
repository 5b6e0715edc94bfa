import { describe, expect, it } from 'vitest';
import { FakeQuotas, scopeIn, TestClock } from '../../../test/quotas.js';
import { CreateQuota, CreateQuotaHandler } from './create-quota.js';
import { DeleteQuota, DeleteQuotaHandler } from './delete-quota.js';
import { UpdateQuota, UpdateQuotaHandler } from './update-quota.js';

const scope = scopeIn('d1');
const clock = new TestClock();

async function createQuota() {
  const quotas = new FakeQuotas();
  const command = new CreateQuota(scope, { protocol_id: 'email', limit: { day: 5 } });
  const quota_id = await new CreateQuotaHandler(quotas, clock).execute(command);
  return { quotas, quota_id };
}

describe('a quota', () => {
  it('is created in the domain of the caller', async () => {
    const { quotas, quota_id } = await createQuota();
    expect(quotas.all).toMatchObject([
      { quota_id, domain_id: 'd1', protocol_id: 'email', limit: { day: 5 }, created_at: clock.time },
    ]);
  });

  it('is not written again if an update is repeated', async () => {
    const { quotas, quota_id } = await createQuota();
    const handler = new UpdateQuotaHandler(quotas, clock);
    for (const _ of [1, 2]) await handler.execute(new UpdateQuota(scope, quota_id, { month: 7 }));
    expect(quotas.all[0]?.limit).toEqual({ month: 7 });
    expect(quotas.writes).toBe(2);
  });

  it('is deleted only from its own domain', async () => {
    const { quotas, quota_id } = await createQuota();
    const handler = new DeleteQuotaHandler(quotas);
    const elsewhere = handler.execute(new DeleteQuota(scopeIn('d2'), quota_id));
    await expect(elsewhere).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
    await handler.execute(new DeleteQuota(scope, quota_id));
    expect(quotas.all).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { FakeQuotas, scopeIn, TestClock } from '../../../test/quotas.js';
import { DefaultQuota } from '../domain/quota-limit.js';
import {
  CreateQuota,
  CreateQuotaHandler,
  DeleteQuota,
  DeleteQuotaHandler,
  UpdateQuota,
  UpdateQuotaHandler,
} from './change-quota.js';

const scope = scopeIn('d1');
const clock = new TestClock();
const defaults = new DefaultQuota({}, 1_000);

async function createQuota() {
  const quotas = new FakeQuotas();
  const command = new CreateQuota(scope, { protocol_id: 'email', limit: { day: 5 } });
  const quota_id = await new CreateQuotaHandler(quotas, clock, defaults).execute(command);
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
    const handler = new UpdateQuotaHandler(quotas, clock, defaults);
    for (const _ of [1, 2])
      await handler.execute(new UpdateQuota(scope, quota_id, { limit: { day: 4, month: 7 } }));
    expect(quotas.all[0]?.limit).toEqual({ day: 4, month: 7 });
    expect(quotas.writes).toBe(2);
  });

  it('allows as many mails as the operator does, and more only by the operator', async () => {
    const { quotas, quota_id } = await createQuota();
    const handler = new UpdateQuotaHandler(quotas, clock, defaults);
    const denied = { code: 'ERROR_PERMISSION_DENIED', message: expect.stringContaining('at most 1000') };
    for (const limit of [{ day: 1_001 }, { day: -1 }, { month: 5_000 }]) {
      await expect(handler.execute(new UpdateQuota(scope, quota_id, { limit }))).rejects.toMatchObject(
        denied,
      );
      const create = new CreateQuota(scopeIn('d2'), { protocol_id: 'email', limit });
      await expect(new CreateQuotaHandler(quotas, clock, defaults).execute(create)).rejects.toMatchObject(
        denied,
      );
    }
    await handler.execute(new UpdateQuota({ ...scope, root: true }, quota_id, { limit: { day: 5_000 } }));
    expect(quotas.all).toMatchObject([{ limit: { day: 5_000 } }]);
    const other = new CreateQuota(scope, { protocol_id: 'webhook', limit: { day: -1 } });
    await new CreateQuotaHandler(quotas, clock, defaults).execute(other);
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

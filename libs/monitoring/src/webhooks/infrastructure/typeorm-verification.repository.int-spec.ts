import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { createWebhookStore, type WebhookStore } from '../../../test/webhook-store.js';
import { aWebhook, NOW, scopeIn } from '../../../test/webhooks.js';
import { Verification } from '../domain/verification.js';
import { Webhook } from '../domain/webhook.js';

let store: WebhookStore;
const webhook = aWebhook();
const request = (now = new Date()) =>
  store.verifications.add(scopeIn('d1'), webhook.webhook_id, (each) => Verification.request(each, now));
const load = (verification_id: string) =>
  store.dataSource.manager.findOneByOrFail(Verification, { verification_id });

beforeAll(async () => {
  store = await createWebhookStore();
  await store.webhooks.add(scopeIn('d1'), webhook);
});
afterAll(() => store.close());

describe('TypeOrmVerificationRepository', () => {
  it('stores a verification as the last one of its webhook', async () => {
    const verification = await request();

    expect(await load(verification.verification_id)).toEqual(verification);
    const { verification_id } = await store.dataSource.manager.findOneByOrFail(Webhook, {
      webhook_id: webhook.webhook_id,
    });
    expect(verification_id).toBe(verification.verification_id);
  });

  it('removes verifications that finished over a day ago', async () => {
    const [old, recent] = [await request(), await request()];
    await sql(store.url, `update verification set state = 'VERIFIED', finished_at = now()`);
    await sql(
      store.url,
      `update verification set finished_at = now() - interval '25 hours' where verification_id = $1`,
      [parseId('verification', old.verification_id)],
    );
    await request();

    await expect(load(old.verification_id)).rejects.toThrow();
    expect(await load(recent.verification_id)).toMatchObject({ state: 'VERIFIED' });
  });

  it("does not find another domain's webhook", async () => {
    const asked = store.verifications.add(scopeIn('d2'), webhook.webhook_id, () => {
      throw new Error('must not be reached');
    });
    await expect(asked).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
  });

  it('counts each attempt and keeps the first result', async () => {
    const { verification_id } = await request();

    await store.verifications.begin(verification_id);
    // A second wake-up for the same attempt.
    expect(await store.verifications.begin(verification_id)).toBeUndefined();
    await sql(
      store.url,
      `update verification set next_attempt_at = now() - interval '1 ms' where state = 'PENDING'`,
    );
    const pending = await store.verifications.begin(verification_id);
    expect(pending?.webhook.webhook_id).toBe(webhook.webhook_id);
    expect(pending?.verification).toMatchObject({ attempts: 2, started_at: expect.any(Date) });

    const check = { name: 'samples', ok: true, message: '' };
    pending?.verification.finish([check], NOW);
    if (pending) await store.verifications.finish(pending.verification);
    const late = await load(verification_id);
    late.finish([{ ...check, ok: false }], NOW);
    await store.verifications.finish(late);

    expect(await load(verification_id)).toMatchObject({
      state: 'VERIFIED',
      checks: [check],
      finished_at: NOW,
    });
    expect(await store.verifications.begin(verification_id)).toBeUndefined();
  });

  it('gives an overdue verification to one caller, and again if it stays pending', async () => {
    await sql(store.url, `update verification set state = 'FAILED'`);
    const { verification_id } = await request(NOW);
    await request();

    const claims = await Promise.all([1, 2, 3].map(() => store.verifications.claimOverdue(10)));
    expect(claims.flat()).toEqual([verification_id]);

    expect(await store.verifications.claimOverdue(10)).toEqual([]);
    await sql(
      store.url,
      `update verification set woken_at = now() + interval '45 days' where requested_at = $1`,
      [NOW],
    );
    expect(await store.verifications.claimOverdue(10)).toEqual([verification_id]);
  });
});

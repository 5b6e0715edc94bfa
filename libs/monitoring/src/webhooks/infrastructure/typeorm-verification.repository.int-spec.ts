import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { createWebhookStore, type WebhookStore } from '../../../test/webhook-store.js';
import { aWebhook, NOW, scopeIn } from '../../../test/webhooks.js';
import { Verification } from '../domain/verification.js';
import { Webhook } from '../domain/webhook.js';

let store: WebhookStore;
const webhook = aWebhook();
const other = aWebhook({ name: 'other' });
const request = (now = new Date(), { webhook_id } = webhook) =>
  store.verifications.add(scopeIn('d1'), webhook_id, (each) => Verification.request(each, now));
const load = (verification_id: string) =>
  store.dataSource.manager.findOneByOrFail(Verification, { verification_id });

beforeAll(async () => {
  store = await createWebhookStore();
  await store.webhooks.add(scopeIn('d1'), webhook);
  await store.webhooks.add(scopeIn('d1'), other);
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

  it('begins the verification of a webhook whose secrets cannot be read', async () => {
    await sql(store.url, `update verification set state = 'FAILED'`);
    const unreadable = aWebhook({ name: 'unreadable' });
    await store.webhooks.add(scopeIn('d1'), unreadable);
    await sql(store.url, `update webhook set access_key = '\\x00' where name = 'unreadable'`);

    const { verification_id } = await request(new Date(), unreadable);
    const begun = await store.verifications.begin(verification_id);

    expect(begun).toMatchObject({ verification_id, attempts: 1, paused: false });
    await expect(store.verifications.findWebhook(begun!)).rejects.toMatchObject({
      code: 'ERROR_UNAVAILABLE',
    });
  });

  it("does not find another domain's webhook", async () => {
    const asked = store.verifications.add(scopeIn('d2'), webhook.webhook_id, () => {
      throw new Error('must not be reached');
    });
    await expect(asked).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
  });

  it('counts each attempt and keeps the first result', async () => {
    await sql(store.url, `update verification set state = 'FAILED'`);
    const { verification_id } = await request();

    await store.verifications.begin(verification_id);
    // A second wake-up for the same attempt.
    expect(await store.verifications.begin(verification_id)).toBeUndefined();
    await sql(
      store.url,
      `update verification set next_attempt_at = now() - interval '1 ms' where state = 'PENDING'`,
    );
    const pending = await store.verifications.begin(verification_id);
    expect(pending).toMatchObject({ attempts: 2, started_at: expect.any(Date) });

    const check = { name: 'samples', ok: true, message: '' };
    pending?.finish([check], NOW);
    if (pending) await store.verifications.finish(pending);
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

  it('a request while one is pending returns it, unless the webhook was changed since', async () => {
    await sql(store.url, `update verification set state = 'FAILED'`);
    const { verification_id } = await request();
    expect(await request()).toMatchObject({ verification_id });
    // The clock of the host that changed it may be behind that of the host that was asked.
    await sql(store.url, `update webhook set updated_at = '2026-01-02'`);
    const next = await request();
    expect(next.verification_id).not.toBe(verification_id);
    await sql(store.url, `update webhook set updated_at = '2026-01-01'`);
  });

  it('one verification of a domain runs at a time, for as long as it is renewed', async () => {
    await sql(store.url, `update verification set state = 'FAILED'`);
    const [first, second] = [await request(), await request(new Date(), other)];
    expect(await store.verifications.begin(first.verification_id)).toBeDefined();
    expect(await store.verifications.begin(second.verification_id)).toBeUndefined();
    await sql(store.url, `update verification set next_attempt_at = now() - interval '1 ms'`);
    await store.verifications.renew(first.verification_id);
    expect(await store.verifications.begin(first.verification_id)).toBeUndefined();
    expect(await store.verifications.begin(second.verification_id)).toBeUndefined();
    await sql(store.url, `update verification set state = 'VERIFIED' where attempts > 0`);
    expect(await store.verifications.begin(second.verification_id)).toBeDefined();
  });

  it('while an attempt that failed pauses, others of the domain run', async () => {
    await sql(store.url, `update verification set state = 'FAILED'`);
    const [first, second] = [await request(), await request(new Date(), other)];
    const failed = await store.verifications.begin(first.verification_id);
    if (failed) await store.verifications.pause(failed);
    expect(await store.verifications.findNext('d1')).toBe(second.verification_id);
    expect(await store.verifications.begin(first.verification_id)).toBeUndefined();
    expect(await store.verifications.begin(second.verification_id)).toBeDefined();
    await sql(
      store.url,
      `update verification set next_attempt_at = now() - interval '1 ms' where paused;
       update verification set state = 'VERIFIED' where not paused and state = 'PENDING'`,
    );
    expect((await store.verifications.begin(first.verification_id))?.paused).toBe(false);
    await store.verifications.pause(first);
    expect(await load(first.verification_id)).toMatchObject({ paused: false });
  });

  it('one verification of a domain runs, also if two begin together', async () => {
    await sql(store.url, `update verification set state = 'FAILED'`);
    const [first, second] = [await request(), await request(new Date(), other)];
    const waiting = () =>
      sql(
        store.url,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    const blocker = store.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('select from verification where verification_id = $1 for update', [
      parseId('verification', first.verification_id),
    ]);
    const begun = [store.verifications.begin(first.verification_id)];
    try {
      await expect.poll(waiting).toHaveLength(1);
      let isOver = false;
      begun.push(store.verifications.begin(second.verification_id).finally(() => (isOver = true)));
      await expect.poll(async () => isOver || (await waiting()).length === 2).toBe(true);
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
    }
    expect((await Promise.all(begun)).filter(Boolean)).toHaveLength(1);
  });

  describe('with more pending verifications of a domain than are woken at once', () => {
    const insert = (domain_id: string, count: number, age: string) =>
      sql(
        store.url,
        `insert into verification (verification_id, domain_id, webhook_id, state, version, requested_at, next_attempt_at)
         select gen_random_uuid(), '${domain_id}', gen_random_uuid(), 'PENDING', '1', now(),
           now() - interval '${age}' + interval '1 ms' * n
         from generate_series(1, ${count}) n`,
      );
    const findAll = async (condition: string) =>
      (
        await sql<{ verification_id: string }>(
          store.url,
          `select verification_id::text from verification where ${condition} order by next_attempt_at`,
        )
      ).map((row) => formatId('verification', row.verification_id));

    beforeEach(async () => {
      await sql(store.url, 'delete from verification');
      await insert('loud', 300, '2 minutes');
      await insert('quiet', 1, '1 minute');
    });

    it('wakes one of each domain, and none while one runs', async () => {
      const [oldest] = await findAll(`domain_id = 'loud'`);
      const [quiet] = await findAll(`domain_id = 'quiet'`);
      expect(await store.verifications.claimOverdue(100)).toEqual(expect.arrayContaining([oldest, quiet]));
      await sql(
        store.url,
        `update verification set woken_at = null;
         update verification set attempts = 1, next_attempt_at = now() + interval '10 s'
         where verification_id = '${parseId('verification', oldest ?? '')}'`,
      );
      expect(await store.verifications.findNext('loud')).toBeUndefined();
      expect(await store.verifications.claimOverdue(100)).toEqual([quiet]);
    });

    it('finds the oldest that may begin next', async () => {
      const [first, second] = await findAll(`domain_id = 'loud'`);
      expect(await store.verifications.findNext('loud')).toBe(first);
      await sql(
        store.url,
        `update verification set state = 'VERIFIED'
         where verification_id = '${parseId('verification', first ?? '')}'`,
      );
      expect(await store.verifications.findNext('loud')).toBe(second);
    });

    it('wakes those first that were not woken yet', async () => {
      const [loud] = await store.verifications.claimOverdue(1);
      await sql(store.url, `update verification set woken_at = woken_at - interval '2 s'`);
      const [quiet] = await findAll(`domain_id = 'quiet'`);
      expect(loud).not.toBe(quiet);
      expect(await store.verifications.claimOverdue(1)).toEqual([quiet]);
    });
  });

  it('gives an overdue verification to one caller, and again if it stays pending', async () => {
    await sql(store.url, `update verification set state = 'FAILED'`);
    const { verification_id } = await request(NOW);
    await request(new Date(), other);

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

import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Withdrawal } from '#monitoring/contracts/alert-escalations.js';
import { WithdrawAcknowledgements } from '../libs/notification/src/escalations/infrastructure/withdraw-acknowledgements.js';
import { createDomainOfSteps, createEscalatedStore, type EscalatedStore } from './escalated-domain.js';

let store: EscalatedStore;
beforeAll(async () => {
  Logger.overrideLogger(false);
  store = await createEscalatedStore();
});
afterAll(async () => {
  Logger.overrideLogger(true);
  await store.close();
});

const start = Date.now();
/** A time so many minutes after the beginning of the test. */
const at = (minutes: number) => new Date(start + minutes * 60_000);
const run = (minutes: number) => store.escalations.execute(at(minutes));
const readAcknowledged = async (...ids: readonly string[]) =>
  (
    await store.pool.query<{ acknowledged: boolean }>(
      `select acknowledged from unnest($1::uuid[]) with ordinality as t (alert_id, place) join alert using (alert_id) order by place`,
      [ids],
    )
  ).rows.map(({ acknowledged }) => acknowledged);

it('each domain has a share of a round, in one transaction of each webhook', async () => {
  const [stormy, calm] = [await createDomainOfSteps(store), await createDomainOfSteps(store)];
  for (const { domain_id, escalation_id, count } of [
    { ...stormy, count: 400 },
    { ...calm, count: 1 },
  ])
    await store.pool.query(
      `insert into escalation_run (escalation_id, alert_id, domain_id, run_id, policy, state, step, is_last, look_at, shown,
         withdraw_before)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), '{"name": "p"}', '{}', 0, false, $3::timestamptz - n * interval '1 s', true,
         $3 from generate_series(1, $4::int) as n`,
      [escalation_id, domain_id, at(0), count],
    );
  const rounds: (readonly [string, number])[] = [];
  const alerts = Object.assign(Object.create(store.alerts), {
    withdraw: (domain_id: string, withdrawals: readonly Withdrawal[]) => {
      rounds.push([domain_id, withdrawals.length]);
      return Promise.resolve(new Map());
    },
  }) as EscalatedStore['alerts'];
  await new WithdrawAcknowledgements(store.ingest, alerts).execute(at(0));
  expect(rounds.slice(0, 2).toSorted(([, a], [, b]) => a - b)).toEqual([
    [calm.domain_id, 1],
    [stormy.domain_id, 199],
  ]);
  expect(rounds.reduce((sum, [, count]) => sum + count, 0)).toBe(401);
  await store.pool.query('delete from escalation_run where domain_id = any($1::text[])', [
    [stormy.domain_id, calm.domain_id],
  ]);
});

it('a webhook that is being processed keeps only what is its own, which is tried again', async () => {
  const domain = await createDomainOfSteps(store, { acknowledged_for: 300 });
  for (const name of ['locked', 'free', 'as well']) await domain.change(at(-30), name, 'opened');
  await run(-30);
  for (const name of ['locked', 'free', 'as well']) await domain.change(at(-29), name, 'acknowledged');
  const webhook_id = crypto.randomUUID();
  await store.pool.query('insert into webhook_cursor (webhook_id, domain_id) values ($1, $2)', [
    webhook_id,
    domain.domain_id,
  ]);
  for (const table of ['alert', 'alert_decision'])
    await store.pool.query(`update ${table} set webhook_id = $1 where alert_id = $2`, [
      webhook_id,
      domain.idOf('locked'),
    ]);
  const holder = await store.pool.connect();
  await holder.query('begin');
  await holder.query('select from webhook_cursor where webhook_id = $1 for update', [webhook_id]);
  await run(-24);
  const ids = ['locked', 'free', 'as well'].map(domain.idOf);
  expect(await readAcknowledged(...ids)).toEqual([true, false, false]);
  await holder.query('rollback');
  holder.release();
  await run(-23.9);
  expect(await readAcknowledged(...ids)).toEqual([false, false, false]);
  await run(-23.8);
  for (const name of ['locked', 'free', 'as well'])
    expect((await domain.entries(name)).slice(-2)).toEqual([
      'WITHDRAWN 1/1 it has lasted for 300 seconds',
      'TOLD 1/1 1',
    ]);
  const { rows } = await store.pool.query(
    `select actor from alert_decision where alert_id = $1 and not acknowledged`,
    [domain.idOf('free')],
  );
  expect(rows).toEqual([{ actor: 'escalation:production' }]);
});

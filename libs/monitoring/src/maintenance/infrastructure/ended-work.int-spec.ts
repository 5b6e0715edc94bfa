import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { ClockInDoubtError } from '#shared/platform/persistence/retention-clock.js';
import { createRetentionClock } from '#test/retention-clock.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import { PERIODS } from '../../../test/retention.js';
import { ProcessingCounters } from '../../processing/application/processing-counters.js';
import { Retention } from './retention.js';

const DAY = 86_400_000;

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());
beforeEach(() => pipeline.pool.query('truncate replay, verification'));

const enforce = (now: () => number) =>
  new Retention(
    new DirectDatabase(pipeline.database.url),
    createRetentionClock(now),
    PERIODS,
    new ProcessingCounters(),
  ).enforce(true);
const enforceAfterDays = (days: number) => enforce(() => Date.now() + days * DAY);
const countLeft = async (table: 'replay' | 'verification') =>
  (await pipeline.pool.query(`select from ${table}`)).rowCount;

/** A replay and a verification that ended just now. */
async function addEndedWork(): Promise<void> {
  const { uuid } = await pipeline.addWebhook('direct');
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only, finished_at)
     values (gen_random_uuid(), 'd1', $1, 'DONE', now(), now(), true, now())`,
    [uuid],
  );
  await pipeline.pool.query(
    `insert into verification (verification_id, domain_id, webhook_id, state, version, requested_at, next_attempt_at, finished_at)
     values (gen_random_uuid(), 'd1', $1, 'VERIFIED', '1.0.0', now(), now(), now())`,
    [uuid],
  );
}

it('removes replays a month and verifications a day after they ended', async () => {
  await addEndedWork();
  await enforceAfterDays(0.9);
  expect([await countLeft('replay'), await countLeft('verification')]).toEqual([1, 1]);
  await enforceAfterDays(29);
  expect([await countLeft('replay'), await countLeft('verification')]).toEqual([1, 0]);
  await enforceAfterDays(31);
  expect(await countLeft('replay')).toBe(0);
});

it('keeps work that has not ended, and the latest verification of a webhook', async () => {
  await addEndedWork();
  await addEndedWork();
  const { rows } = await pipeline.pool.query<{ webhook_id: string }>(
    `update replay set state = 'RUNNING', finished_at = null where replay_id = (select replay_id from replay limit 1)
     returning webhook_id`,
  );
  await pipeline.pool.query(
    `update webhook set verification_id = one.verification_id from verification one
     where one.webhook_id = webhook.webhook_id and webhook.webhook_id = $1`,
    [rows[0]?.webhook_id],
  );
  await enforceAfterDays(40);
  expect([await countLeft('replay'), await countLeft('verification')]).toEqual([1, 1]);
});

it('removes nothing while the time is not certain', async () => {
  await addEndedWork();
  await pipeline.pool.query(`update replay set finished_at = '2020-01-01'`);
  await pipeline.pool.query(`update verification set finished_at = '2020-01-01'`);
  const inDoubt = () => {
    throw new ClockInDoubtError('the clock of the database was set');
  };
  await expect(enforce(inDoubt)).rejects.toThrow(ClockInDoubtError);
  expect([await countLeft('replay'), await countLeft('verification')]).toEqual([1, 1]);
});

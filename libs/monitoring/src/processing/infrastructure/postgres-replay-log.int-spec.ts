import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, parseId } from '#shared/kernel/ids.js';
import { itOnSingleServer } from '#test/database.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { ReplayRange, ReplayStep } from '../application/ports/replay-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { replayStored } from '../application/replay-stored.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { PostgresReplayLog } from './postgres-replay-log.js';

const HOUR = 3_600_000;

let pipeline: Pipeline;
let log: PostgresReplayLog;
beforeAll(async () => {
  pipeline = await createPipeline();
  log = new PostgresReplayLog(pipeline.pool);
});
afterAll(() => pipeline.close());

/** Adds a segment whose deliveries were all ignored, by an earlier version of the plugin. */
async function addIgnored(webhook: AdmittedWebhook, deliveries: number): Promise<void> {
  const received_at = new Date();
  const segment_id = await pipeline.addSegment(
    webhook,
    Array.from({ length: deliveries }, (_, n) => ({
      ...posted({ event_key: `key ${n}`, title: 'Title' }),
      received_at,
    })),
  );
  const outcomes = Array.from({ length: deliveries }, () => [{ outcome: 'IGNORED', reason: 'no alarm' }]);
  await setOutcomes(webhook, segment_id, outcomes);
}

async function setOutcomes({ domain_id }: AdmittedWebhook, segment_id: string, outcomes: object) {
  await pipeline.pool.query(
    `update delivery_segment set processed_at = now(), outcomes = $3 where domain_id = $1 and segment_id = $2`,
    [domain_id, segment_id, JSON.stringify(outcomes)],
  );
}

function inLog({ domain_id, uuid }: AdmittedWebhook): ReplayRange {
  return {
    domain_id,
    webhook_uuid: uuid,
    from: new Date(Date.now() - HOUR),
    to: new Date(Date.now() + HOUR),
    in_log: true,
    after: '00000000-0000-0000-0000-000000000000',
  };
}

async function runningOf({ domain_id, uuid }: AdmittedWebhook): Promise<ReplayStep> {
  const replay_id = newId('replay');
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
     values ($1, $2, $3, 'RUNNING', now(), now(), false)`,
    [parseId('replay', replay_id), domain_id, uuid],
  );
  return { replay_id, in_log: true };
}

it('replays nothing of a webhook that it cannot lock', async () => {
  const webhook = await pipeline.addWebhook('direct', 'unlocked');
  await addIgnored(webhook, 1);
  const [stored] = (await log.readPage(inLog(webhook), 50)).deliveries;
  if (stored === undefined) throw new Error('nothing found');
  await pipeline.pool.query(`delete from webhook_cursor where domain_id = 'unlocked'`);
  const step = await runningOf(webhook);
  await expect(
    replayStored(log, { webhook, plugin: direct }, stored, 'unmade', { step }),
  ).rejects.toMatchObject({
    code: 'ERROR_UNAVAILABLE',
    retryAfter: 60,
  });
  expect((await pipeline.pool.query(`select from event where domain_id = 'unlocked'`)).rowCount).toBe(0);
});

describe('replays of the delivery log', () => {
  it('read it in bounded ranges, however few deliveries are of the webhook', async () => {
    const [calm, busy] = [
      await pipeline.addWebhook('direct', 'long'),
      await pipeline.addWebhook('direct', 'long'),
    ];
    for (let n = 0; n < 20; n += 1) await addIgnored(busy, 1);
    await addIgnored(calm, 2);
    for (let n = 0; n < 9; n += 1) await addIgnored(busy, 1);
    await addIgnored(calm, 1);
    const patient = new PostgresReplayLog(pipeline.pool);
    Object.assign(patient, { maxScanSegments: 4 });
    expect(await patient.count(inLog(calm))).toBe(3);

    const whole = (await log.readPage(inLog(calm), 50)).deliveries;
    const found: (typeof whole)[number][] = [];
    const sizes: number[] = [];
    let range: ReplayRange | undefined = inLog(calm);
    while (range !== undefined) {
      const { deliveries, after }: Awaited<ReturnType<typeof log.readPage>> = await patient.readPage(
        range,
        50,
      );
      if (after !== undefined) sizes.push(deliveries.length);
      found.push(...deliveries);
      range = after === undefined ? undefined : { ...range, after };
    }
    expect(found).toEqual(whole);
    expect(found).toHaveLength(3);
    expect(sizes).toEqual([0, 0, 0, 0, 0, 2, 0, 1]);
  });

  it('still find the other deliveries of a segment after one created an event', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await addIgnored(webhook, 3);
    expect(await log.count(inLog(webhook))).toBe(3);
    const [first, ...others] = (await log.readPage(inLog(webhook), 50)).deliveries;
    if (first === undefined) throw new Error('nothing found');
    const step = await runningOf(webhook);
    const result = await replayStored(log, { webhook, plugin: direct }, first, 'unmade', { step });
    expect(result).toMatchObject({ kind: 'replayed', created: 1 });

    expect(await log.count(inLog(webhook))).toBe(2);
    expect((await log.readPage(inLog(webhook), 50)).deliveries).toEqual(others);
  });

  // Refused by a trigger, which does not exist on a cluster.
  itOnSingleServer(
    'quarantine only the alarm that the database refuses, and create events from the others',
    async () => {
      await pipeline.pool.query(`
      create function refuse_poison() returns trigger language plpgsql as $$ begin
        if new.title = 'poison' then raise exception 'poisoned' using errcode = '22023'; end if;
        return new;
      end $$;
      create trigger refuse_poison before insert on event for each row execute function refuse_poison()`);
      const webhook = await pipeline.addWebhook('direct', 'poisoned');
      const titles = ['one', 'two', 'three', 'poison', 'five'];
      const body = titles.map((title) => ({ event_key: title, title }));
      const segment_id = await pipeline.addSegment(webhook, [{ ...posted(body), received_at: new Date() }]);
      const ignored = titles.map(() => ({ outcome: 'IGNORED', reason: 'no alarm' }));
      await setOutcomes(webhook, segment_id, [ignored]);
      const [stored] = (await log.readPage(inLog(webhook), 50)).deliveries;
      if (stored === undefined) throw new Error('nothing found');
      const step = await runningOf(webhook);
      expect(await replayStored(log, { webhook, plugin: direct }, stored, 'unmade', { step })).toMatchObject({
        kind: 'replayed',
        created: 4,
        outcomes: titles.map((title) =>
          title === 'poison'
            ? { outcome: 'QUARANTINED', reason: 'cannot be stored: poisoned' }
            : { outcome: 'CREATED' },
        ),
      });
      const { rows } = await pipeline.pool.query(`select title from event where domain_id = 'poisoned'`);
      expect(rows.map(({ title }: { title: string }) => title).toSorted()).toEqual([
        'five',
        'one',
        'three',
        'two',
      ]);
    },
  );
});

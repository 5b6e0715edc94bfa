import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { createRetentionClock } from '#test/retention-clock.js';
import { createPipeline, direct, posted, type Pipeline } from '../../../test/pipeline.js';
import { PERIODS } from '../../../test/retention.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { ProcessingCounters } from '../../processing/application/processing-counters.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ensurePartitions } from '../../persistence/partitions.js';
import { Retention } from './retention.js';

const DAY = 86_400_000;
const TABLES = ['event', 'alert', 'alarm_state', 'delivery_segment', 'quarantine'];

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
// Created again for each test: a retention that runs as of a later day also drops the partitions of today.
beforeEach(() => ensurePartitions(pipeline.pool, ['delivery_segment', 'quarantine', 'event'], new Date()));
afterAll(() => pipeline.close());

/** Runs the retention as of so many days from now. */
async function enforceAfterDays(
  days: number,
  domainDays: Readonly<Record<string, number>> = {},
): Promise<void> {
  const clock = createRetentionClock(() => Date.now() + days * DAY);
  const periods = { ...PERIODS, deliveryDays: 60, quarantineDays: 60, domainDays };
  await new Retention(
    new DirectDatabase(pipeline.database.url),
    clock,
    periods,
    new ProcessingCounters(),
  ).enforce(true);
}

async function rowsOf(domain_id: string): Promise<Record<string, number>> {
  const counts = TABLES.map(
    (table) => `(select count(*) from ${table} where domain_id = $1)::int as ${table}`,
  );
  const { rows } = await pipeline.pool.query<Record<string, number>>(`select ${counts.join(', ')}`, [
    domain_id,
  ]);
  return rows[0] ?? {};
}

/** Stores a resolved alert, an open one, and a delivery that cannot be parsed. */
async function fill(domain_id: string): Promise<AdmittedWebhook> {
  const webhook = await pipeline.addWebhook('direct', domain_id);
  const at = new Date().toISOString();
  for (const delivery of [
    direct('over', 'ALERT', at),
    direct('over', 'RECOVERY', at),
    direct('open', 'ALERT', at),
    posted({ nothing: 'of use' }),
  ]) {
    await pipeline.log.append(webhook, delivery);
  }
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  return webhook;
}

const FULL = { event: 3, alert: 2, alarm_state: 2, delivery_segment: 4, quarantine: 1 };

it('removes decisions together with their alerts', async () => {
  const webhook = await fill('decided');
  await pipeline.pool.query(
    `insert into alert_decision (domain_id, webhook_id, event_key, decided_at, received_at, decision_id, acknowledged)
     select 'decided', $1, key, now() - ago, now() - ago, gen_random_uuid(), true
     from (values ('over', interval '-1 hour'), ('open', interval '-1 hour'), ('open', interval '1 hour'),
       ('nobody', interval '1 hour')) as one (key, ago)`,
    [webhook.uuid],
  );
  const left = async () =>
    (
      await pipeline.pool.query<{ event_key: string }>(
        `select event_key from alert_decision where domain_id = 'decided' order by event_key, decided_at`,
      )
    ).rows.map(({ event_key }) => event_key);
  await enforceAfterDays(0, { decided: 7 });
  expect(await left()).toEqual(['nobody', 'open', 'open', 'over']);
  await enforceAfterDays(8, { decided: 7 });
  expect(await left()).toEqual(['open']);
});

it('removes notes together with their alerts', async () => {
  await fill('noted');
  await pipeline.pool.query(
    `insert into alert_note (domain_id, alert_id, note_id, author, text)
     select domain_id, alert_id, gen_random_uuid(), 'ann', event_key from alert where domain_id = 'noted'`,
  );
  const left = async () =>
    (
      await pipeline.pool.query<{ text: string }>(
        `select text from alert_note where domain_id = 'noted' order by text`,
      )
    ).rows.map(({ text }) => text);
  await enforceAfterDays(0, { noted: 7 });
  expect(await left()).toEqual(['open', 'over']);
  await enforceAfterDays(8, { noted: 7 });
  expect(await left()).toEqual(['open']);
});

it('removes signed deliveries that are no longer remembered, except while an older one is pending', async () => {
  const received_at = new Date();
  const addSigned = async (signed_id: string) => {
    const webhook = await pipeline.addWebhook('direct', 'signed');
    const addSegment = () =>
      pipeline.addSegment(webhook, [{ ...direct(signed_id, 'ALERT', ''), received_at, signed_id }]);
    await addSegment();
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    return addSegment;
  };
  await addSigned('aa');
  await (
    await addSigned('bb')
  )();
  const left = async () =>
    (
      await pipeline.pool.query<{ id: string }>(
        `select encode(signed_id, 'hex') as id from signed_delivery order by 1`,
      )
    ).rows.map(({ id }) => id);
  await enforceAfterDays(0);
  expect(await left()).toEqual(['aa', 'bb']);
  await enforceAfterDays(1);
  expect(await left()).toEqual(['bb']);
});

describe('a domain with a retention of its own', () => {
  it('loses older records except open alerts and pending deliveries; others lose nothing', async () => {
    const webhook = await fill('short');
    await fill('long');
    await pipeline.log.append(webhook, posted({ event_key: 'waits', title: 'Waits' }));
    await enforceAfterDays(6, { short: 7 });
    expect(await rowsOf('short')).toEqual({ ...FULL, delivery_segment: 5 });

    await enforceAfterDays(8, { short: 7 });
    expect(await rowsOf('short')).toEqual({
      event: 0,
      alert: 1,
      alarm_state: 1,
      delivery_segment: 1,
      quarantine: 0,
    });
    expect(await rowsOf('long')).toEqual(FULL);
    const { rows } = await pipeline.pool.query(
      `select event_key, state from alert where domain_id = 'short'`,
    );
    expect(rows).toEqual([{ event_key: 'open', state: 'OPEN' }]);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  });

  it('loses all older records, even if they exceed one batch', async () => {
    const webhook = await pipeline.addWebhook('direct', 'many');
    const alarms = Array.from({ length: 500 }, (_, n) => ({ event_key: `k${n}`, title: 't' }));
    for (let n = 0; n < 10; n += 1) {
      const numbered = alarms.map((alarm) => ({ ...alarm, event_key: `${alarm.event_key} ${n}` }));
      for (const event_type of ['ALERT', 'RECOVERY'])
        await pipeline.log.append(webhook, posted(numbered.map((alarm) => ({ ...alarm, event_type }))));
    }
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    expect(await rowsOf('many')).toMatchObject({ event: 10_000, alert: 5_000, alarm_state: 5_000 });
    await enforceAfterDays(2, { many: 1 });
    expect(await rowsOf('many')).toMatchObject({ event: 0, alert: 0, alarm_state: 0, delivery_segment: 0 });
  });
});

describe('alerts', () => {
  it('are removed with their alarm state when events expire, unless they are open', async () => {
    await fill('usual');
    await enforceAfterDays(89);
    expect(await rowsOf('usual')).toMatchObject({ alert: 2, alarm_state: 2 });
    await enforceAfterDays(91);
    expect(await rowsOf('usual')).toMatchObject({ alert: 1, alarm_state: 1 });
  });
});

describe('a deleted webhook', () => {
  const exists = async ({ uuid }: AdmittedWebhook) => {
    const { rows } = await pipeline.pool.query(
      `select (select count(*) from webhook where webhook_id = $1)::int
         + (select count(*) from webhook_cursor where webhook_id = $1)::int
         + (select count(*) from confirmation where webhook_id = $1)::int
         + (select count(*) from plugin_upgrade where webhook_id = $1)::int as n`,
      [uuid],
    );
    return (rows[0] as { n: number }).n > 0;
  };
  const deleted = async (webhook: AdmittedWebhook) => {
    await pipeline.pool.query(`update webhook set deleted_at = now() where webhook_id = $1`, [webhook.uuid]);
    await pipeline.pool.query(
      `with upgrade as (
         insert into plugin_upgrade (webhook_id, domain_id, version, checked_at) values ($1, $2, '1.0.0', now()))
       insert into confirmation (confirmation_id, domain_id, webhook_id, url_hash, url, message)
       values ($1, $2, $1, '', '', '')`,
      [webhook.uuid, webhook.domain_id],
    );
    return webhook;
  };

  it('is removed after its deliveries, open alerts and quarantine are gone', async () => {
    const waiting = await deleted(await pipeline.addWebhook('direct', 'deleted'));
    await pipeline.log.append(waiting, posted({ event_key: 'k', title: 't' }));
    const open = await deleted(await fill('deleted'));
    const done = await deleted(await pipeline.addWebhook('direct', 'deleted'));
    await enforceAfterDays(60);
    expect(await Promise.all([waiting, open, done].map(exists))).toEqual([true, true, true]);
    await enforceAfterDays(62);
    expect(await Promise.all([waiting, open, done].map(exists))).toEqual([true, true, false]);

    await pipeline.newWorker().execute(new ProcessDeliveries([waiting.uuid]));
    await pipeline.pool.query(`update alert set state = 'RESOLVED', resolved_reason = 'WEBHOOK_DELETED'`);
    await enforceAfterDays(75);
    expect(await Promise.all([waiting, open].map(exists))).toEqual([false, false]);
  });
});

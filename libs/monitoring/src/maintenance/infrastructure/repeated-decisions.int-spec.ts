import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { scaled } from '#test/scale.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { updateAcknowledgements } from '../../processing/tables/update-acknowledgements.js';
import { removeRepeatedDecisions } from './remove-expired.js';

const HOUR = 3_600_000;
const HOURS = 200;
const start = Date.now() - HOURS * HOUR;
const at = (hour: number) => new Date(start + hour * HOUR);

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

interface Decided {
  readonly hour: number;
  /** Hours from the decision to its arrival. */
  readonly delay: number;
  readonly acknowledged: boolean;
  readonly actor: string;
}

/** @param bounds hours at which alerts open and end in turn */
async function addKey(bounds: readonly number[], decisions: readonly Decided[]): Promise<AdmittedWebhook> {
  const webhook = await pipeline.addWebhook('direct');
  const { uuid, domain_id } = webhook;
  for (let n = 0; n < bounds.length; n += 2) {
    const end = bounds[n + 1];
    await pipeline.pool.query(
      `insert into alert (alert_id, domain_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
         resolved_at, last_received_at, event_count, duplicate_count)
       values (gen_random_uuid(), $1, $2, 'p', 'key', $3, 'ERROR', 't', $4, $5, $4, 1, 0)`,
      [
        domain_id,
        uuid,
        end === undefined ? 'OPEN' : 'RESOLVED',
        at(bounds[n] ?? 0),
        end === undefined ? null : at(end),
      ],
    );
  }
  await pipeline.pool.query(
    `insert into alert_decision (domain_id, webhook_id, event_key, decided_at, received_at, decision_id, acknowledged, actor)
     select $1, $2, 'key', one.*
     from unnest($3::timestamptz[], $4::timestamptz[], $5::uuid[], $6::bool[], $7::text[]) as one`,
    [
      domain_id,
      uuid,
      decisions.map(({ hour }) => at(hour)),
      decisions.map(({ hour, delay }) => at(hour + delay)),
      decisions.map(() => crypto.randomUUID()),
      decisions.map(({ acknowledged }) => acknowledged),
      decisions.map(({ actor }) => actor),
    ],
  );
  return webhook;
}

/** Settles the alerts anew and returns them. */
async function settle({ uuid, domain_id }: AdmittedWebhook): Promise<readonly object[]> {
  const read = async () =>
    (
      await pipeline.pool.query<{ alert_id: string }>(
        `select alert_id, opened_at, acknowledged, acknowledged_at, acknowledged_by from alert
         where webhook_id = $1 order by opened_at`,
        [uuid],
      )
    ).rows;
  const client = await pipeline.pool.connect();
  try {
    const ids = (await read()).map(({ alert_id }) => alert_id);
    await updateAcknowledgements(client, domain_id, ids);
  } finally {
    client.release();
  }
  return read();
}

async function countDecisions({ uuid }: AdmittedWebhook): Promise<number> {
  const { rows } = await pipeline.pool.query(`select from alert_decision where webhook_id = $1`, [uuid]);
  return rows.length;
}

const remove = () =>
  new DirectDatabase(pipeline.database.url).withSession((sql) =>
    removeRepeatedDecisions(sql, 'd1', at(HOURS - 24)),
  );

it('of a decision that is repeated for days, the first, the last and those of the last day are kept', async () => {
  const hourly = Array.from({ length: HOURS - 1 }, (_, hour) => ({
    ...{ hour: hour + 1, delay: 0, acknowledged: true, actor: 'ann' },
  }));
  const webhook = await addKey([0.5], hourly);
  const before = await settle(webhook);
  expect(before).toMatchObject([{ acknowledged: true, acknowledged_at: at(1), acknowledged_by: 'ann' }]);
  await remove();
  expect(await countDecisions(webhook)).toBeLessThan(30);
  expect(await settle(webhook)).toEqual(before);
});

const decided = fc.record({
  hour: fc.nat(40),
  delay: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(30)),
  acknowledged: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
  actor: fc.oneof({ weight: 3, arbitrary: fc.constant('ann') }, fc.constant('eve')),
});
const bounds = fc
  .uniqueArray(fc.nat(80), { minLength: 1, maxLength: 6 })
  .map((hours) => hours.map((hour) => hour / 2).toSorted((a, b) => a - b));

it('the acknowledgement of no alert depends on the decisions that are removed', async () => {
  let removed = 0;
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(decided, { minLength: 5, maxLength: 30 }), async (hours, decisions) => {
      const webhook = await addKey(hours, decisions);
      const before = await settle(webhook);
      removed += await remove();
      expect(await settle(webhook)).toEqual(before);
    }),
    { numRuns: scaled(40) },
  );
  expect(removed).toBeGreaterThan(0);
}, 60_000);

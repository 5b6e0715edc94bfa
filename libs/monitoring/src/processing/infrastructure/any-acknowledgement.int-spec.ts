import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { acknowledging } from '../../../test/acknowledging.js';
import { alertsAsDecided, decisionsOf, type DecidedAlert } from '../../../test/decided-alerts.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { scopeIn } from '../../../test/webhooks.js';
import { writeDecision } from '../../alerts/infrastructure/acknowledge-alerts.handler.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { inWebhookTransaction } from '../tables/webhook-transaction.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';
import { PostgresReplayRepository } from './postgres-replay.repository.js';
import { CHANGES_OF } from '../../../test/alarm-source.js';

const RUNS = scaled(15);
const HOUR = 3_600_000;
const WORKERS = 3;

let pipeline: Pipeline;
let dataSource: DataSource;
beforeAll(async () => {
  pipeline = await createPipeline([acknowledging]);
  dataSource = await new DataSource({ type: 'postgres', url: pipeline.database.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await pipeline.close();
});

const alarms = fc.record({
  event_key: fc.constantFrom('a', 'b'),
  event_type: fc.constantFrom('ALERT', 'RECOVERY'),
  occurred: fc.option(fc.nat(8)),
});
const acknowledgements = fc.record({
  event_key: fc.constantFrom('a', 'b'),
  acknowledged: fc.boolean(),
  by: fc.constantFrom('ann', 'eve'),
  /** Seconds from the decision to its arrival. */
  ago: fc.option(fc.nat(8)),
});
const steps = fc.array(
  fc.record({
    items: fc.array(fc.oneof(alarms, acknowledgements), { minLength: 1, maxLength: 3 }),
    /** The number of steps that overtake it. */
    delay: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(8)),
    /** Whether it can only be parsed by the replay. */
    broken: fc.boolean(),
    wake: fc.boolean(),
    /** A decision made here, after the step, about all open alerts. */
    decided: fc.option(fc.boolean(), { freq: 6 }),
  }),
  { maxLength: 12 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

const start = Date.now() - HOUR / 2;
const at = (second: number) => new Date(start + second * 1000);

/** An end and a start are at different times. Alarms with the same time are in the order of their arrival. */
function itemOf(item: Step['items'][number], second: number, broken: boolean) {
  if ('acknowledged' in item) {
    const { ago, ...said } = item;
    return { ...said, broken, ...(ago !== null && { occurred_at: at(second - ago).toISOString() }) };
  }
  const { occurred, ...said } = item;
  const happened =
    occurred === null ? undefined : at(2 * occurred + (said.event_type === 'RECOVERY' ? 1 : 0));
  return { ...said, broken, title: `${second}`, occurred_at: happened?.toISOString() };
}

async function decide(webhook: AdmittedWebhook, acknowledged: boolean): Promise<void> {
  const decision = { acknowledged, by: 'here', comment: null, until: null };
  await inWebhookTransaction(pipeline.pool, webhook, async (client) => {
    const { rows } = await client.query<{ alert_id: string }>(
      `select alert_id from alert where webhook_id = $1 and state = 'OPEN'`,
      [webhook.uuid],
    );
    const ids = rows.map(({ alert_id }) => alert_id);
    if (ids.length > 0) await writeDecision(client, scopeIn('d1'), webhook, ids, decision);
  });
}

async function replay({ uuid, domain_id }: AdmittedWebhook): Promise<void> {
  const replay_id = v7();
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
     values ($1, $2, $3, 'PENDING', $4, $5, true)`,
    [replay_id, domain_id, uuid, at(-60), at(600)],
  );
  const replayer = pipeline.newReplayer(new PostgresReplayRepository(dataSource));
  await replayer.execute();
}

/** Commits the steps in this order, while workers and replays run. */
async function play(
  all: readonly Step[],
  order: readonly number[],
  isAlone: boolean,
): Promise<AdmittedWebhook> {
  acknowledging.mended = isAlone;
  const webhook = await pipeline.addWebhook('acknowledging');
  const workers = Array.from({ length: isAlone ? 1 : WORKERS }, () => pipeline.newWorker());
  const work = () => workers.map((each) => each.execute(new ProcessDeliveries([webhook.uuid])));
  const working: Promise<unknown>[] = [];
  for (const index of order) {
    const { items, broken, delay, wake, decided } = all[index] as Step;
    const body = items.map((item) => itemOf(item, 10 + index, broken));
    await pipeline.addSegment(webhook, [{ ...posted(body), received_at: at(10 + index) }], {
      late: delay > 0,
    });
    if (isAlone) await Promise.all(work());
    else if (wake) working.push(...work());
    if (decided !== null) working.push(decide(webhook, decided));
    if (isAlone) await Promise.all(working);
  }
  await Promise.all(working);
  await Promise.all(work());
  acknowledging.mended = true;
  await Promise.all([replay(webhook), replay(webhook)]);
  // Another replay changes nothing.
  const before = await readTransitions(webhook);
  await replay(webhook);
  expect(await readTransitions(webhook)).toEqual(before);
  return webhook;
}

interface TransitionRow {
  readonly alert_id: string;
  readonly kind: string;
  readonly state_before: string | null;
  readonly state: string;
}

const readTransitions = async ({ uuid }: AdmittedWebhook) =>
  (
    await pipeline.pool.query<TransitionRow>(
      `select alert_id, kind, state_before, state from ${CHANGES_OF} order by xid, index`,
      [uuid],
    )
  ).rows;

async function readAlerts({ uuid }: AdmittedWebhook): Promise<DecidedAlert[]> {
  const { rows } = await pipeline.pool.query<DecidedAlert>(
    `select alert_id, event_key, state = 'OPEN' as open, opened_at, resolved_at, acknowledged, acknowledged_at,
       acknowledged_by from alert where webhook_id = $1 order by event_key, opened_at, resolved_at nulls last, alert_id`,
    [uuid],
  );
  return rows;
}

/** Each change must begin in the state in which the previous one ended, and must change something. */
function expectChained(transitions: readonly TransitionRow[], alerts: readonly DecidedAlert[]): void {
  const byAlert = Map.groupBy(transitions, ({ alert_id }) => alert_id);
  for (const { alert_id, acknowledged, open } of alerts) {
    const own = byAlert.get(alert_id) ?? [];
    const states = own.map(({ state }) => state);
    expect(own.map(({ state_before }) => state_before)).toEqual([null, ...states.slice(0, -1)]);
    expect(states.at(-1)).toBe(open ? 'OPEN' : 'RESOLVED');
    const kinds = own.map(({ kind }) => kind).filter((kind) => kind.endsWith('acknowledged'));
    expect(kinds.at(-1) === 'acknowledged').toBe(acknowledged);
    expect(kinds.filter((kind, n) => kind === 'unacknowledged' && kinds[n - 1] !== 'acknowledged')).toEqual(
      [],
    );
  }
}

/** The names of senders contain that of their webhook, which is its id. */
const withoutIds = (alerts: readonly DecidedAlert[], { uuid }: AdmittedWebhook) =>
  alerts.map(({ alert_id: _, acknowledged_by, ...alert }) => ({
    ...alert,
    acknowledged_by: acknowledged_by?.replace(uuid, 'webhook') ?? null,
  }));
const spansOf = (alerts: readonly DecidedAlert[]) =>
  alerts.map(({ event_key, opened_at, resolved_at }) => ({ event_key, opened_at, resolved_at }));

async function expectSettled(
  webhook: AdmittedWebhook,
): Promise<{ webhook: AdmittedWebhook; alerts: readonly DecidedAlert[] }> {
  const alerts = await readAlerts(webhook);
  expect(alerts).toEqual(alertsAsDecided(alerts, await decisionsOf(pipeline.pool, webhook)));
  expectChained(await readTransitions(webhook), alerts);
  return { webhook, alerts };
}

const punctual = { delay: 0, broken: false, wake: false, decided: null };
/** Most random sequences have alarms out of order or decisions made here; of this one, the alerts are always compared. */
const ACKNOWLEDGED_IN_ORDER: readonly Step[] = [
  { ...punctual, items: [{ event_key: 'a', event_type: 'ALERT', occurred: null }] },
  { ...punctual, items: [{ event_key: 'a', acknowledged: true, by: 'ann', ago: null }] },
];

it('any interleaving of alarms, acknowledgements and replays gives the alerts of the sequence', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const order = [...all.keys()].toSorted(
        (a, b) => a + (all[a]?.delay ?? 0) - (b + (all[b]?.delay ?? 0)) || a - b,
      );
      const mixed = await expectSettled(await play(all, order, false));
      const quiet = all.map((step) => ({ ...step, decided: null }));
      const alone = await expectSettled(await play(quiet, [...quiet.keys()], true));
      const isDecidedHere = all.some(({ decided }) => decided !== null);
      // Out-of-order alarms may have changed when the alerts began and ended.
      if (isDecidedHere || JSON.stringify(spansOf(mixed.alerts)) !== JSON.stringify(spansOf(alone.alerts)))
        return;
      expect(withoutIds(mixed.alerts, mixed.webhook)).toEqual(withoutIds(alone.alerts, alone.webhook));
    }),
    { numRuns: RUNS, examples: [[[...ACKNOWLEDGED_IN_ORDER]]] },
  );
}, 120_000);

import { afterAll, beforeAll, expect, it } from 'vitest';
import { acknowledging } from '../../../test/acknowledging.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { scopeIn } from '../../../test/webhooks.js';
import { writeDecision } from '../../alerts/infrastructure/acknowledge-alerts.handler.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { FIND_DECISIONS, UPDATE_ACKNOWLEDGEMENTS } from '../tables/update-acknowledgements.js';
import { inWebhookTransaction } from '../tables/webhook-transaction.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';
import { CHANGES_OF } from '../../../test/alarm-source.js';

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline([acknowledging])));
afterAll(() => pipeline.close());

const start = Date.now() - 3_600_000;
const at = (second: number) => new Date(start + second * 1000);
const rowsOf = async (text: string, { uuid }: AdmittedWebhook) =>
  (await pipeline.pool.query<Record<string, unknown>>(text, [uuid])).rows;

const ALERT = { event_key: 'disk', event_type: 'ALERT', title: 'Disk' };
const RECOVERY = { event_key: 'disk', event_type: 'RECOVERY' };
const acknowledgement = (by = 'ann', more: object = {}) => ({
  event_key: 'disk',
  acknowledged: true,
  by,
  ...more,
});
const withdrawal = (more: object = {}) => ({ event_key: 'disk', acknowledged: false, by: 'ann', ...more });

/** Processes deliveries, each with its arrival, in this order. */
async function process(
  webhook: AdmittedWebhook,
  ...said: readonly (readonly [second: number, ...items: object[]])[]
) {
  for (const [second, ...items] of said) {
    await pipeline.addSegment(webhook, [{ ...posted(items), received_at: at(second) }]);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  }
}
const processInNewWebhook = async (...said: readonly (readonly [second: number, ...items: object[]])[]) => {
  const webhook = await pipeline.addWebhook('acknowledging');
  await process(webhook, ...said);
  return webhook;
};
const alertsOf = (webhook: AdmittedWebhook) =>
  rowsOf(
    `select state, acknowledged, replace(acknowledged_by, webhook_id::text, 'w') as acknowledged_by, acknowledged_at, comment
     from alert where webhook_id = $1 order by opened_at`,
    webhook,
  );
const kindsOf = async (webhook: AdmittedWebhook) =>
  (await rowsOf(`select kind from ${CHANGES_OF} order by xid, index`, webhook)).map(({ kind }) => kind);
const outcomesOf = async (webhook: AdmittedWebhook) =>
  (await rowsOf('select outcomes from delivery_segment where webhook_id = $1 order by seq', webhook)).flatMap(
    ({ outcomes }) => (outcomes as readonly (readonly unknown[])[]).flat(),
  );
/** The webhooks are named by their uuid, which `alertsOf` shortens. */
const via = (by: string | null) => by && `${by} (via w)`;
const acknowledgedBy = (by: string, second: number, state = 'OPEN') => ({
  ...{ state, acknowledged: true, acknowledged_by: via(by), acknowledged_at: at(second), comment: null },
});
const UNACKNOWLEDGED = {
  state: 'OPEN',
  ...{ acknowledged: false, acknowledged_by: null, acknowledged_at: null, comment: null },
};

it('an acknowledgement marks the alert of its key without creating an event', async () => {
  const webhook = await processInNewWebhook(
    [0, ALERT],
    [10, acknowledgement('ann', { comment: 'On it', occurred_at: at(9) })],
  );
  expect(await alertsOf(webhook)).toEqual([{ ...acknowledgedBy('ann', 9), comment: 'On it' }]);
  const [alert] = await rowsOf('select alert_id, event_count from alert where webhook_id = $1', webhook);
  expect(alert).toMatchObject({ event_count: 1 });
  expect(await outcomesOf(webhook)).toEqual([
    { outcome: 'CREATED', event_id: expect.any(String), alert_id: alert?.['alert_id'] },
    { outcome: 'ACKNOWLEDGED', alert_id: alert?.['alert_id'], reason: 'acknowledged by ann' },
  ]);
  expect(
    await rowsOf(`select kind, actor, event_id from ${CHANGES_OF} order by xid, index`, webhook),
  ).toMatchObject([
    { kind: 'opened' },
    { kind: 'acknowledged', actor: `ann (via ${webhook.uuid})`, event_id: null },
  ]);
});

it('what a sender says of its user carries its webhook, as it was named then', async () => {
  const webhook = await processInNewWebhook([0, ALERT]);
  const rename = (name: string) =>
    pipeline.pool.query('update webhook set name = $2 where webhook_id = $1', [webhook.uuid, name]);
  const by = async () => (await alertsOf(webhook))[0]?.['acknowledged_by'];
  await rename('zabbix-fra');
  await process(webhook, [10, acknowledgement('root')]);
  expect(await by()).toBe('root (via zabbix-fra)');
  await process(webhook, [20, { ...acknowledgement(), by: null }]);
  await rename('zabbix-ber');
  expect(await by()).toBe('via zabbix-fra');
});

it('an acknowledgement in the same delivery as its alert holds until it is withdrawn', async () => {
  const webhook = await processInNewWebhook([0, ALERT, acknowledgement()], [10, withdrawal()]);
  expect(await alertsOf(webhook)).toEqual([UNACKNOWLEDGED]);
  expect(await kindsOf(webhook)).toEqual(['opened', 'acknowledged', 'unacknowledged']);
});

it('the last of several acknowledgements in one delivery holds', async () => {
  const said = ['ann', 'bob', 'cleo', 'dan', 'eve'].flatMap((by) => [withdrawal(), acknowledgement(by)]);
  const webhook = await processInNewWebhook([0, ALERT], [10, ...said, acknowledgement('fay')]);
  expect(await alertsOf(webhook)).toEqual([acknowledgedBy('fay', 10)]);
});

it('an acknowledgement marks the open alert if one of the same millisecond is resolved', async () => {
  // Which of the ids of the two alerts is the lesser is random.
  for (let round = 0; round < 8; round += 1) {
    const webhook = await processInNewWebhook([0, ALERT, RECOVERY, ALERT], [10, acknowledgement()]);
    expect(await outcomesOf(webhook)).toMatchObject([{}, {}, {}, { outcome: 'ACKNOWLEDGED' }]);
    expect((await alertsOf(webhook)).filter(({ acknowledged }) => acknowledged)).toEqual([
      acknowledgedBy('ann', 10),
    ]);
  }
});

it('an acknowledgement is ignored if no alert of its key is open', async () => {
  const webhook = await processInNewWebhook(
    [0, acknowledgement()],
    [10, ALERT],
    [20, RECOVERY],
    [30, acknowledgement()],
  );
  const reason = 'acknowledged by ann; no alert of its key was open then';
  expect(await outcomesOf(webhook)).toMatchObject([
    { outcome: 'IGNORED', reason },
    { outcome: 'CREATED' },
    { outcome: 'CREATED' },
    { outcome: 'IGNORED', reason },
  ]);
  expect(await alertsOf(webhook)).toEqual([{ ...UNACKNOWLEDGED, state: 'RESOLVED' }]);
});

it('an acknowledgement that overtook its alert is applied when the alert arrives', async () => {
  const webhook = await processInNewWebhook([5, acknowledgement()], [0, ALERT]);
  expect(await alertsOf(webhook)).toEqual([acknowledgedBy('ann', 5)]);
  expect(await kindsOf(webhook)).toEqual(['opened', 'acknowledged']);
});

it('an acknowledgement marks an alert that the same delivery opens, even if decided before', async () => {
  const webhook = await processInNewWebhook(
    [0, ALERT],
    [10, RECOVERY],
    [300, ALERT, acknowledgement('ann', { occurred_at: at(200) })],
  );
  expect(await alertsOf(webhook)).toMatchObject([{ acknowledged: false }, acknowledgedBy('ann', 200)]);
});

it.each([
  [
    'one before and one after it',
    [10, acknowledgement('eve')],
    [30, acknowledgement()],
    [20, RECOVERY],
    'eve',
  ],
  ['only one after it', [10, ALERT], [30, acknowledgement()], [20, RECOVERY], null],
  ['two before it', [10, acknowledgement('eve')], [15, acknowledgement()], [20, RECOVERY], 'ann'],
] as const)(
  'acknowledgements before the RECOVERY hold, later ones do not: %s',
  async (_, first, second, end, by) => {
    const webhook = await processInNewWebhook([0, ALERT], first, second, end);
    expect(await alertsOf(webhook)).toMatchObject([
      { state: 'RESOLVED', acknowledged: by !== null, acknowledged_by: via(by) },
    ]);
  },
);

it('the newest decision holds in any order of processing, and repeats change nothing', async () => {
  const decisions = [
    [10, acknowledgement('ann')],
    [20, withdrawal()],
    [30, acknowledgement('eve')],
    [40, acknowledgement('eve')],
  ] as const;
  const orders = [decisions, decisions.toReversed(), [...decisions, ...decisions]];
  for (const order of orders) {
    const webhook = await processInNewWebhook([0, ALERT], ...order);
    expect(await alertsOf(webhook)).toEqual([acknowledgedBy('eve', 30)]);
    expect((await kindsOf(webhook)).at(-1)).toBe('acknowledged');
  }
});

it('a decision in Tocsin overrides that of a sender, unless that is newer', async () => {
  const webhook = await processInNewWebhook([0, ALERT]);
  const decide = async (acknowledged: boolean, by: string) => {
    const [alert] = await rowsOf('select alert_id from alert where webhook_id = $1', webhook);
    const decision = { acknowledged, by, comment: null, until: null };
    await inWebhookTransaction(pipeline.pool, webhook, (client) =>
      writeDecision(client, scopeIn('d1'), webhook, [String(alert?.['alert_id'])], decision),
    );
  };
  await decide(true, 'here');
  await process(webhook, [10, withdrawal()]);
  expect(await alertsOf(webhook)).toMatchObject([{ acknowledged: true, acknowledged_by: 'here' }]);
  await process(webhook, [3_700, acknowledgement('ann')]);
  expect(await alertsOf(webhook)).toMatchObject([{ acknowledged: true, acknowledged_by: via('ann') }]);
  expect(await kindsOf(webhook)).toEqual(['opened', 'acknowledged', 'acknowledged']);
});

it('an acknowledgement in Tocsin that is made again begins anew, and tells nobody', async () => {
  const webhook = await processInNewWebhook([0, ALERT]);
  const [alert] = await rowsOf('select alert_id from alert where webhook_id = $1', webhook);
  const id = String(alert?.['alert_id']);
  const decide = (acknowledged = true) =>
    inWebhookTransaction(pipeline.pool, webhook, (client) =>
      writeDecision(client, scopeIn('d1'), webhook, [id], {
        ...{ acknowledged, by: 'here', comment: null, until: null },
      }),
    );
  const shown = async () => (await pipeline.pool.query(FIND_DECISIONS, ['d1', id, 10])).rows.length;
  const times: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await decide();
    times.push(Number((await alertsOf(webhook))[0]?.['acknowledged_at']));
    await pipeline.pool.query(
      `update alert_decision set decided_at = decided_at - interval '1 minute' where webhook_id = $1`,
      [webhook.uuid],
    );
  }
  expect(times).toEqual(times.toSorted());
  expect(await shown()).toBe(3);
  expect(await kindsOf(webhook)).toEqual(['opened', 'acknowledged']);
  for (let time = 0; time < 2; time += 1) await decide(false);
  expect(await shown()).toBe(4);
  expect(await kindsOf(webhook)).toEqual(['opened', 'acknowledged', 'unacknowledged']);
});

it('acknowledgements are counted in the ledger beside the alarms', async () => {
  const readLedgerCounts = async () =>
    (
      await pipeline.pool.query<{ parsed: number; acknowledged: number }>(
        `select sum(parsed)::int as parsed, sum(acknowledged)::int as acknowledged from ledger_delta`,
      )
    ).rows[0];
  const before = await readLedgerCounts();
  await processInNewWebhook([0, ALERT], [10, acknowledgement(), withdrawal({ occurred_at: at(11) })]);
  expect(await readLedgerCounts()).toEqual({
    parsed: Number(before?.parsed) + 1,
    acknowledged: Number(before?.acknowledged) + 2,
  });
});

it('reads no decisions for a webhook without acknowledgements', async () => {
  const webhook = await pipeline.addWebhook('acknowledging');
  const client = await pipeline.pool.connect();
  await client.query('begin; lock table alert_decision in access exclusive mode');
  try {
    await process(webhook, [0, ALERT], [10, RECOVERY]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await alertsOf(webhook)).toMatchObject([{ state: 'RESOLVED', acknowledged: false }]);
});

it('finds alerts and decisions by indexes, however many a key has', async () => {
  const webhook = await pipeline.addWebhook('acknowledging');
  const { rows } = await pipeline.pool.query<{ alert_id: string }>(
    `insert into alert (alert_id, domain_id, webhook_id, project_id, event_key, state, severity, title, opened_at, resolved_at,
       last_received_at, event_count, duplicate_count)
     select gen_random_uuid(), 'd1', $1, 'p', n % 10, 'RESOLVED', 'ERROR', n, at, at + interval '5 s', at, 1, 0
     from generate_series(1, 5000) as n, lateral (select now() - n * interval '10 s' as at) as opened returning alert_id`,
    [webhook.uuid],
  );
  await pipeline.pool.query(
    `insert into alert_decision (domain_id, webhook_id, event_key, decided_at, received_at, decision_id, acknowledged)
     select 'd1', $1, n % 10, now() - n * interval '8 s', now(), gen_random_uuid(), n % 3 > 0
     from generate_series(1, 5000) as n`,
    [webhook.uuid],
  );
  await pipeline.pool.query('analyze alert, alert_decision');
  const some = rows.slice(0, 3).map(({ alert_id }) => `'${alert_id}'`);
  const text = UPDATE_ACKNOWLEDGEMENTS.replaceAll('$1', `'d1'`).replaceAll('$2', `array[${some.join(', ')}]`);
  const plan = await pipeline.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`);
  const lines = plan.rows.map((row) => row['QUERY PLAN']);
  expect(lines.filter((line) => /Seq Scan on/.test(line))).toEqual([]);
});

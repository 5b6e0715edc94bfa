import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PoolClient } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { lockDueLanes } from './claim-attempts.js';
import { supersedeHeads } from './end-unsent.js';

let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() => store.pool.query('truncate notification, notification_lane, subscription'));

/** Writes this number of changes for each of this number of alerts. Resolves to the ids of the changes of each alert. */
async function writeChanges(alerts: number, changes: number): Promise<readonly (readonly string[])[]> {
  const subscription_id = await store.subscribe('newest');
  const alertList = Array.from({ length: alerts }, () => ({
    ...{ subscription_id, alert_id: crypto.randomUUID() },
    ...{ severity: 'ERROR', protocol_id: 'newest' },
  }));
  const ids: string[][] = alertList.map(() => []);
  for (let n = 0; n < changes; n += 1)
    for (const [at, id] of (await store.writeNotifications(alertList)).entries()) ids[at]?.push(id);
  return ids;
}

/** Supersedes the heads of due lanes. Resolves to the new heads and the number of statements. */
function supersede(): Promise<{ heads: readonly string[]; statements: number }> {
  return inTransaction(store.pool, async (client) => {
    const { rows } = await client.query<{ id: string }>('select subscription_id as id from subscription');
    const lanes = await lockDueLanes(
      client,
      rows.map(({ id }) => id),
      1_000,
      new Map(),
    );
    let statements = 0;
    const countingClient = Object.assign(Object.create(client) as PoolClient, {
      query: (...asked: Parameters<PoolClient['query']>) => {
        statements += 1;
        return client.query(...asked);
      },
    });
    const heads = (await supersedeHeads(countingClient, lanes)).map(({ head_id }) => head_id);
    return { heads, statements };
  });
}

const readStates = async () => {
  const { rows } = await store.pool.query<{ id: string; state: string; reason: string | null }>(
    'select notification_id as id, state, reason from notification',
  );
  return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]));
};

it('supersedes older notifications by the newest of the same lane in several lanes at once', async () => {
  const ids = await writeChanges(5, 3);
  const { heads } = await supersede();
  expect(new Set(heads)).toEqual(new Set(ids.map((alertIds) => alertIds.at(-1))));
  const rows = await readStates();
  for (const [first = '', second = '', newest = ''] of ids) {
    const reason = `overtaken by ${formatId('notification', newest)}`;
    expect(rows.get(first)).toEqual({ state: 'SUPERSEDED', reason });
    expect(rows.get(second)).toEqual({ state: 'SUPERSEDED', reason });
    expect(rows.get(newest)).toEqual({ state: 'PENDING', reason: null });
  }
});

it('keeps the head of a lane without pending notifications', async () => {
  const [[first] = [], [, newest] = []] = await writeChanges(2, 2);
  await store.pool.query(
    `update notification set state = 'CANCELLED' where subject_id =
       (select subject_id from notification where notification_id = $1)`,
    [first],
  );
  expect(new Set((await supersede()).heads)).toEqual(new Set([first, newest]));
  expect([...(await readStates()).values()].map(({ state }) => state).toSorted()).toEqual([
    ...['CANCELLED', 'CANCELLED'],
    ...['PENDING', 'SUPERSEDED'],
  ]);
});

it('many lanes take as many statements as one', async () => {
  await writeChanges(1, 2);
  const { statements } = await supersede();
  for (let n = 0; n < 3; n += 1) await writeChanges(8, 2);
  const many = await supersede();
  expect(many.heads.length).toBeGreaterThan(20);
  expect(many.statements).toBe(statements);
});

it('sends no statement if each lane has only one notification', async () => {
  await writeChanges(3, 1);
  expect((await supersede()).statements).toBe(0);
});

/** Writes notifications of these kinds for one alert. Resolves to the kinds that are sent, in order, and to all states. */
async function sendKinds(...kinds: readonly string[]) {
  const subscription_id = await store.subscribe('newest');
  const alert = { subscription_id, alert_id: crypto.randomUUID(), severity: 'ERROR', protocol_id: 'newest' };
  for (const kind of kinds) await store.writeNotifications([{ ...alert, kind: `alert.${kind}` }]);
  const sent = (await store.send()).map(({ message }) => message.type.replace('alert.', ''));
  const { rows } = await store.pool.query<{ kind: string; state: string }>(
    `select replace(kind, 'alert.', '') as kind, state from notification where subscription_id = $1 order by seq`,
    [subscription_id],
  );
  return { sent, states: rows.map(({ kind, state }) => `${kind} ${state}`) };
}

it('sends each remark, in its place among the states, and supersedes states only by states', async () => {
  expect(await sendKinds('opened', 'noted', 'escalated', 'assigned', 'noted')).toEqual({
    sent: ['noted', 'escalated', 'assigned', 'noted'],
    states: ['opened SUPERSEDED', 'noted SENT', 'escalated SENT', 'assigned SENT', 'noted SENT'],
  });
  expect((await sendKinds('opened', 'noted')).sent).toEqual(['opened', 'noted']);
  expect((await sendKinds('noted', 'assigned')).sent).toEqual(['noted', 'assigned']);
});

it('tells no remarks of an alert that ended before it was told', async () => {
  expect(await sendKinds('opened', 'noted', 'resolved')).toEqual({
    sent: [],
    states: ['opened CANCELLED', 'noted CANCELLED', 'resolved CANCELLED'],
  });
});

import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { removeExpiredActs } from '../../maintenance/infrastructure/remove-expired.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { AcknowledgeAlert, UnacknowledgeAlert, FollowReceiver } from '../application/change-alerts.js';
import type { ReceiverAct } from '../domain/user-acts.js';
import {
  AcknowledgeAlertHandler,
  AlertDecisions,
  UnacknowledgeAlertHandler,
} from './acknowledge-alerts.handler.js';
import { FollowReceiverHandler } from './follow-receiver.handler.js';
import { AlertLock } from './locked-alert.js';

let pipeline: Pipeline;
let handler: FollowReceiverHandler;
let decisions: AlertDecisions;
const SCOPE = { ...scopeIn('d1'), user_id: 'ann (via pager)' };
const [PAGER, GENIE] = [crypto.randomUUID(), crypto.randomUUID()];

beforeAll(async () => {
  pipeline = await createPipeline();
  const parts = [pipeline.pool, floorsOf(), pipeline.wakeUps] as const;
  handler = new FollowReceiverHandler(new AlertLock(...parts));
  decisions = new AlertDecisions(...parts);
});
afterAll(() => pipeline.close());

/** Opens an alert, and returns what can be done to it at receivers. Times are seconds from when it opened. */
async function openAlert() {
  const webhook = await pipeline.addWebhook('direct');
  const body = { event_key: 'disk', title: 'Disk', severity: 'WARNING' };
  await pipeline.addSegment(webhook, [{ ...posted(body), received_at: new Date(Date.now() - 100_000) }]);
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  const read = async <T extends object = Record<string, unknown>>(columns: string) => {
    const { rows } = await pipeline.pool.query<T>(
      `select ${columns} from alert where webhook_id = $1 order by opened_at`,
      [webhook.uuid],
    );
    return rows[0] as T;
  };
  const { alert_id, opened_at } = await read<{ alert_id: string; opened_at: Date }>('alert_id, opened_at');
  const id = formatId('alert', alert_id);
  const at = (seconds: number) => new Date(opened_at.getTime() + seconds * 1000);
  const act = (
    kind: ReceiverAct['kind'],
    seconds: number,
    { via = PAGER, event = `${kind} ${seconds}`, text = null as string | null } = {},
  ) =>
    handler.execute(
      new FollowReceiver({ ...SCOPE, via: { id: via, at: at(seconds) } }, id, {
        ...{ kind, text },
        act_id: hash('sha256', `${alert_id} ${event}`, 'buffer'),
      }),
    );
  const findChanges = async () => {
    const { rows } = await pipeline.pool.query<Record<string, unknown>>(
      'select kind, actor, via_id, via_at from alert_change where alert_id = $1 order by index',
      [alert_id],
    );
    return rows.slice(1);
  };
  return { read, act, at, id, alert_id, findChanges };
}

describe('an act at a receiver', () => {
  it('acknowledges, unacknowledges and resolves, as made there and then', async () => {
    const { act, at, read, findChanges, id } = await openAlert();
    expect(await act('acknowledge', 1, { text: 'On it' })).toBe('done');
    expect(await read('acknowledged, acknowledged_by, acknowledged_at, comment')).toEqual({
      ...{ acknowledged: true, acknowledged_by: 'ann (via pager)', comment: 'On it' },
      acknowledged_at: at(1),
    });
    expect(await act('unacknowledge', 2)).toBe('done');
    expect(await act('resolve', 3)).toBe('done');
    expect(await read('state, acknowledged, resolved_reason, resolved_by')).toEqual({
      ...{
        state: 'RESOLVED',
        acknowledged: false,
        resolved_reason: 'MANUAL',
        resolved_by: 'ann (via pager)',
      },
    });
    expect(await findChanges()).toEqual(
      ['acknowledged', 'unacknowledged', 'resolved'].map((kind, n) => ({
        ...{ kind, actor: 'ann (via pager)', via_id: PAGER, via_at: at(n + 1) },
      })),
    );
    const { rows } = await pipeline.pool.query('select from audit_log where resource_id = $1', [id]);
    expect(rows).toHaveLength(3);
  });

  it('that is no person’s leaves a note', async () => {
    const { act, alert_id, read, findChanges } = await openAlert();
    expect(await act('note', 1, { text: 'Resolved there' })).toBe('done');
    const notes = await pipeline.pool.query('select author, text from alert_note where alert_id = $1', [
      alert_id,
    ]);
    expect(notes.rows).toEqual([{ author: 'ann (via pager)', text: 'Resolved there' }]);
    expect(await read('state')).toEqual({ state: 'OPEN' });
    expect(await findChanges()).toMatchObject([{ kind: 'noted', via_id: PAGER }]);
  });

  it.each(['acknowledge', 'resolve', 'note'] as const)('is made once: %s', async (kind) => {
    const { act, findChanges } = await openAlert();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => act(kind, 1, { text: 'Once' })));
    expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 7 }, () => 'repeated')]);
    expect(await findChanges()).toHaveLength(1);
  });

  it('changes nothing that is so already, but counts as newer', async () => {
    const { act, findChanges } = await openAlert();
    expect(await act('unacknowledge', 1)).toBe('unchanged');
    expect(await act('acknowledge', 2)).toBe('done');
    expect(await act('acknowledge', 4, { via: GENIE })).toBe('unchanged');
    expect(await act('unacknowledge', 3)).toBe('outdated');
    expect(await findChanges()).toHaveLength(1);
    expect(await act('resolve', 5)).toBe('done');
    for (const kind of ['acknowledge', 'unacknowledge', 'resolve', 'note'] as const)
      expect(await act(kind, 6, { via: GENIE })).toBe('unchanged');
    expect(await findChanges()).toHaveLength(2);
  });

  it('is compared with what users did here', async () => {
    const { act, read, id } = await openAlert();
    await act('acknowledge', 1);
    await new UnacknowledgeAlertHandler(decisions).execute(new UnacknowledgeAlert(SCOPE, id));
    expect(await act('acknowledge', 5)).toBe('outdated');
    expect(await read('acknowledged')).toEqual({ acknowledged: false });
    await new AcknowledgeAlertHandler(decisions).execute(new AcknowledgeAlert(SCOPE, id, {}));
    // Whatever was acknowledged meanwhile: it is resolved there, and nobody is woken any more.
    expect(await act('resolve', 6)).toBe('done');
  });

  it('does not resolve what an alarm opened again since', async () => {
    const { act, at, alert_id, read } = await openAlert();
    await pipeline.pool.query(
      `insert into alert_change (domain_id, alert_id, kind, state, severity, changed_at)
       values ('d1', $1, 'reopened', 'OPEN', 'WARNING', $2)`,
      [alert_id, at(10)],
    );
    expect(await act('resolve', 9)).toBe('outdated');
    expect(await read('state')).toEqual({ state: 'OPEN' });
    expect(await act('resolve', 11)).toBe('done');
  });

  it('of long ago is refused, as it may be a repetition that is forgotten', async () => {
    const { act, findChanges } = await openAlert();
    expect(await act('resolve', -8 * 86_400)).toBe('outdated');
    expect(await findChanges()).toEqual([]);
  });

  it('of a clock that is ahead does not stop what follows', async () => {
    const { act, read } = await openAlert();
    expect(await act('acknowledge', 86_400)).toBe('done');
    expect(await act('unacknowledge', 86_401)).toBe('done');
    expect(await read('acknowledged')).toEqual({ acknowledged: false });
  });

  it('does nothing in another domain', async () => {
    const { id, findChanges } = await openAlert();
    const scope = { ...scopeIn('d2'), via: { id: PAGER, at: new Date() } };
    const act = { kind: 'resolve', act_id: Buffer.alloc(32), text: null } as const;
    await expect(handler.execute(new FollowReceiver(scope, id, act))).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(await findChanges()).toEqual([]);
  });

  it('is forgotten after its days', async () => {
    const { act, alert_id } = await openAlert();
    await act('acknowledge', 1);
    const count = async () =>
      (await pipeline.pool.query('select from alert_act where alert_id = $1', [alert_id])).rowCount;
    const client = await pipeline.pool.connect();
    const remove = (before: Date) => removeExpiredActs(client as never, 'd1', before);
    await remove(new Date(Date.now() - 60_000));
    expect(await count()).toBe(1);
    await remove(new Date(Date.now() + 60_000));
    client.release();
    expect(await count()).toBe(0);
  });
});

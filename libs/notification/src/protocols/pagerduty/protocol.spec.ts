import { describe, expect, it } from 'vitest';
import type { PagerDutyEvent } from '#test/chat-receivers.js';
import { incidentsOf } from '#test/receivers/pagerduty.js';
import { alertNotice, outgoing, reminderNotice, serviceNotice, stepNotice } from '../../../test/notices.js';
import { recordingHttp } from '../../../test/recording-http.js';
import type { Receipt } from '../protocol.js';
import { classify, createPagerDutyProtocol } from './protocol.js';

type Kind = Parameters<typeof alertNotice>[0] | 'reminder' | 'step';
interface Change {
  readonly kind: Kind;
  /** Whether the alert is acknowledged. */
  readonly acknowledged?: boolean;
  /** Whether it has overtaken what somebody must see. */
  readonly wakes?: boolean;
  /** Whether the receipt of the attempt is not stored, as if the process had been killed. */
  readonly isForgotten?: boolean;
  /** The requests of the attempt that are accepted, before one is answered with 503. Default: all. */
  readonly accepted?: number;
}

/** Sends changes of an alert to an account of PagerDuty. */
function createAccount() {
  const events: PagerDutyEvent[] = [];
  let remaining = Infinity;
  const { http } = recordingHttp(({ text }) => {
    if (remaining === 0) return { status: 503 };
    remaining -= 1;
    events.push(JSON.parse(text) as PagerDutyEvent);
    return { status: 202, body: { status: 'success' } };
  });
  const protocol = createPagerDutyProtocol(http);
  let receipt: Receipt | null = null;
  let count = 0;

  async function attempt(change: Change) {
    const { kind, acknowledged = kind === 'acknowledged', isForgotten = false, accepted = Infinity } = change;
    remaining = accepted;
    const message =
      kind === 'reminder'
        ? reminderNotice({ acknowledged })
        : kind === 'step'
          ? stepNotice({ acknowledged })
          : alertNotice(kind, { acknowledged });
    const more = { receipt, notification_id: `notification_${count}`, wakes: change.wakes };
    const result = await protocol.send(outgoing(message, { routing_key: 'x'.repeat(32) }, more));
    if (!isForgotten) receipt = result.receipt ?? receipt;
    return result;
  }

  return {
    events,
    /** Sends the change. Returns the events of the attempt. */
    async send(change: Kind | Change) {
      count += 1;
      const before = events.length;
      await attempt(typeof change === 'string' ? { kind: change } : change);
      return events.slice(before);
    },
    /** Attempts the last notification again. */
    retry: (change: Change) => attempt(change),
    loseReceipt: () => void (receipt = null),
    incidents: () => incidentsOf(events),
    pageCount: () => incidentsOf(events).length,
    open: () => incidentsOf(events).filter(({ state }) => state !== 'resolved'),
  };
}

describe('an alert in PagerDuty', () => {
  it('has one incident, which is acknowledged and resolved', async () => {
    const account = createAccount();
    for (const kind of ['opened', 'escalated', 'flapping', 'acknowledged', 'resolved'] as const)
      await account.send(kind);
    expect(account.incidents()).toMatchObject([{ dedup_key: 'alert_01', state: 'resolved' }]);
    expect(account.incidents()[0]?.severities).toHaveLength(3);
  });

  it.each([false, true])('gets reminders on its one incident (acknowledged: %s)', async (acknowledged) => {
    const account = createAccount();
    await account.send('opened');
    if (acknowledged) await account.send('acknowledged');
    expect(await account.send({ kind: 'reminder', acknowledged })).toMatchObject([
      {
        event_action: 'trigger',
        dedup_key: 'alert_01',
        payload: { summary: expect.stringContaining('Still open since') },
      },
    ]);
    expect(account.pageCount()).toBe(1);
    await account.send('resolved');
    expect(account.open()).toEqual([]);
  });

  it('gets the steps of an escalation on its one incident as long as nobody acknowledged it', async () => {
    const account = createAccount();
    for (const kind of ['step', 'step'] as const) await account.send(kind);
    expect(account.pageCount()).toBe(1);
  });

  it('is not changed by assignments and notes', async () => {
    const account = createAccount();
    await account.send('opened');
    expect(await account.send('assigned')).toEqual([]);
    expect(await account.send('noted')).toEqual([]);
    expect(account.open()).toHaveLength(1);
  });

  it('resolves with one event if it was never acknowledged', async () => {
    const account = createAccount();
    await account.send('opened');
    expect(await account.send('resolved')).toMatchObject([
      { event_action: 'resolve', dedup_key: 'alert_01' },
    ]);
  });

  it.each<Change>([
    { kind: 'unacknowledged' },
    { kind: 'escalated', acknowledged: true },
    // The withdrawal was overtaken by the escalation, and not sent.
    { kind: 'escalated', acknowledged: false },
    // The recovery was overtaken.
    { kind: 'reopened' },
    // The withdrawal was overtaken by the step that is told again.
    { kind: 'step' },
    { kind: 'deescalated', wakes: true },
    { kind: 'flapping', wakes: true },
  ])('pages again after an acknowledgement: %j', async (change) => {
    const account = createAccount();
    await account.send('opened');
    await account.send('acknowledged');
    await account.send(change);
    expect(account.pageCount()).toBe(2);
    expect(account.open()).toMatchObject([{ state: 'triggered' }]);
    await account.send('resolved');
    expect(account.open()).toEqual([]);
  });

  it('pages once for what overtakes a withdrawal of which a part has arrived', async () => {
    for (const accepted of [0, 1]) {
      const account = createAccount();
      await account.send('opened');
      await account.send('acknowledged');
      await account.send({ kind: 'unacknowledged', accepted });
      await account.send({ kind: 'deescalated', wakes: true });
      await account.retry({ kind: 'deescalated', wakes: true });
      expect(account.pageCount()).toBe(2);
      expect(account.open()).toMatchObject([{ state: 'triggered' }]);
    }
  });

  it('pages each time that an acknowledgement ends, and has one open incident', async () => {
    const account = createAccount();
    await account.send('opened');
    for (const times of [1, 2, 3]) {
      await account.send('acknowledged');
      expect(account.open()).toMatchObject([{ state: 'acknowledged' }]);
      await account.send('unacknowledged');
      expect(account.pageCount()).toBe(1 + times);
      expect(account.open()).toMatchObject([{ state: 'triggered' }]);
    }
    await account.send('resolved');
    expect(account.open()).toEqual([]);
  });

  it('pages again although PagerDuty processes the events of the attempt in the other order', async () => {
    const account = createAccount();
    await account.send('opened');
    await account.send('acknowledged');
    await account.send('unacknowledged');
    account.events.push(...account.events.splice(-2).reverse());
    expect(account.pageCount()).toBe(2);
    expect(account.open()).toMatchObject([{ state: 'triggered' }]);
  });

  it('does not page again for what was acknowledged and only flaps', async () => {
    const account = createAccount();
    for (const kind of ['opened', 'acknowledged', 'flapping'] as const) await account.send(kind);
    expect(account.pageCount()).toBe(1);
  });

  it.each([0, 1])('pages once if only %d events of the first attempt were accepted', async (accepted) => {
    const account = createAccount();
    await account.send('opened');
    await account.send('acknowledged');
    await account.send({ kind: 'unacknowledged', accepted });
    await account.retry({ kind: 'unacknowledged' });
    expect(account.pageCount()).toBe(2);
    expect(account.open()).toMatchObject([{ state: 'triggered' }]);
  });

  it('pages once if the attempt is repeated although all of it had arrived', async () => {
    const account = createAccount();
    await account.send('opened');
    await account.send('acknowledged');
    await account.send({ kind: 'unacknowledged' });
    await account.retry({ kind: 'unacknowledged' });
    expect(account.pageCount()).toBe(2);
    expect(account.open()).toHaveLength(1);
  });

  it('has no open incident after its recovery, although the outcome of an attempt was lost', async () => {
    const account = createAccount();
    await account.send('opened');
    await account.send('acknowledged');
    await account.send({ kind: 'unacknowledged', isForgotten: true });
    await account.send('resolved');
    expect(account.open()).toEqual([]);
  });

  it('has no open incident after its recovery, although the receipt was deleted', async () => {
    const account = createAccount();
    for (const kind of ['opened', 'acknowledged', 'unacknowledged'] as const) await account.send(kind);
    account.loseReceipt();
    await account.send('resolved');
    expect(account.open()).toEqual([]);
  });

  it('pages again if the acknowledgement was sent by a release that stored no receipt', async () => {
    const account = createAccount();
    await account.send({ kind: 'opened', isForgotten: true });
    await account.send({ kind: 'acknowledged', isForgotten: true });
    await account.send({ kind: 'escalated', acknowledged: true });
    expect(account.pageCount()).toBe(2);
  });

  it('costs a unit if the first of two events was accepted', async () => {
    const account = createAccount();
    await account.send('acknowledged');
    const { verdict } = await account.retry({ kind: 'unacknowledged', accepted: 1 });
    expect(verdict).toMatchObject({ outcome: 'retry', nothingLeft: false });
  });
});

it('a notification without an alert has no receipt', async () => {
  const { http } = recordingHttp(() => ({ status: 202, body: { status: 'success' } }));
  const result = await createPagerDutyProtocol(http).send(outgoing(serviceNotice(), {}));
  expect(result).not.toHaveProperty('receipt');
});

it.each([
  [202, { status: 'success', message: 'Event processed' }, 'sent'],
  [202, 'accepted', 'sent'],
  [200, { status: 'invalid event', errors: ['no key'] }, 'failed'],
  [200, { status: 'throttle exceeded' }, 'retry'],
  [400, { status: 'invalid event' }, 'failed'],
  [429, {}, 'retry'],
  [503, {}, 'retry'],
])('an answer %i %j is %s', (status, body, outcome) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(classify({ status, body: text, text, retryAfter: undefined }, new Date()).outcome).toBe(outcome);
});

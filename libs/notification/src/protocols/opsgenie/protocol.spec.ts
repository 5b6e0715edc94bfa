import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createAccount,
  JSM,
  OPSGENIE,
  type Change,
  type Kind,
  type Severity,
} from '../../../test/opsgenie-alert.js';

describe.each([
  ['Opsgenie', OPSGENIE],
  ['Jira Service Management', JSM],
])('an alert in %s', (_, url) => {
  it('is created once, acknowledged and closed', async () => {
    const { account, send } = createAccount(url);
    await send('opened');
    expect(account.alerts).toMatchObject([
      { alias: 'subscription_01:alert_01', message: 'Disk full', priority: 'P1', state: 'open' },
    ]);
    await send('acknowledged');
    expect(account.open()).toMatchObject([{ state: 'acknowledged' }]);
    await send('resolved');
    expect(account.open()).toEqual([]);
    expect(account.pages).toHaveLength(1);
  });

  it('has the new priority, and notifies again, when an acknowledged one becomes worse', async () => {
    const { account, send } = createAccount(url);
    await send({ kind: 'opened', severity: 'WARNING' });
    await send({ kind: 'acknowledged', severity: 'WARNING' });
    await send({ kind: 'escalated', severity: 'CRITICAL' });
    expect(account.open()).toMatchObject([{ state: 'open', priority: 'P1' }]);
    expect(account.pages).toMatchObject([{ priority: 'P3' }, { priority: 'P1' }]);
    await send('resolved');
    expect(account.open()).toEqual([]);
  });

  it('has the new priority when it becomes worse before anybody acknowledges it', async () => {
    const { account, send } = createAccount(url);
    await send({ kind: 'opened', severity: 'WARNING' });
    await send({ kind: 'escalated', severity: 'CRITICAL' });
    expect(account.open()).toMatchObject([{ state: 'open', priority: 'P1' }]);
  });

  it('notifies nobody again when it becomes less severe or flaps', async () => {
    const { account, send } = createAccount(url);
    await send({ kind: 'opened', severity: 'CRITICAL' });
    await send({ kind: 'acknowledged', severity: 'CRITICAL' });
    await send({ kind: 'deescalated', severity: 'WARNING', acknowledged: true });
    await send({ kind: 'flapping', severity: 'WARNING', acknowledged: true });
    expect(account.open()).toMatchObject([{ state: 'acknowledged' }]);
    expect(account.pages).toHaveLength(1);
  });

  it('counts reminders and notifies nobody again, and opens again if somebody had closed it there', async () => {
    const { account, send } = createAccount(url);
    await send('opened');
    await send('reminder');
    await send('acknowledged');
    await send({ kind: 'reminder', acknowledged: true });
    expect(account.open()).toMatchObject([{ state: 'acknowledged' }]);
    expect(account.pages).toHaveLength(1);
    for (const alert of account.open()) alert.state = 'closed';
    await send('reminder');
    expect(account.open()).toMatchObject([{ state: 'open' }]);
  });

  it('is not opened again because it became less severe after somebody had closed it there', async () => {
    const { account, send } = createAccount(url);
    await send({ kind: 'opened', severity: 'CRITICAL' });
    for (const alert of account.open()) alert.state = 'closed';
    await send({ kind: 'deescalated', severity: 'WARNING' });
    expect(account.open()).toEqual([]);
  });

  it.each<Change>([
    { kind: 'unacknowledged' },
    { kind: 'escalated', acknowledged: true },
    { kind: 'escalated', acknowledged: false },
    { kind: 'reopened' },
    // The withdrawal was overtaken by the step that is told again.
    { kind: 'step' },
    { kind: 'deescalated', wakes: true },
    { kind: 'flapping', wakes: true },
  ])('notifies again after an acknowledgement: %j', async (change) => {
    const { account, send } = createAccount(url);
    await send('opened');
    await send('acknowledged');
    await send(change);
    expect(account.pages).toHaveLength(2);
    expect(account.open()).toMatchObject([{ state: 'open' }]);
    await send('resolved');
    expect(account.open()).toEqual([]);
  });

  it('is opened again after its recovery', async () => {
    const { account, send } = createAccount(url);
    for (const kind of ['opened', 'resolved', 'reopened'] as const) await send(kind);
    expect(account.open()).toMatchObject([{ state: 'open' }]);
    expect(account.pages).toHaveLength(2);
  });

  it.each<Kind>(['deescalated', 'flapping', 'reminder'])(
    'is created by what overtakes its refused opening: %s',
    async (kind) => {
      const { account, send } = createAccount(url);
      await send({ kind: 'opened', severity: 'CRITICAL', accepted: 0 });
      await send({ kind, severity: 'ERROR' });
      expect(account.open()).toMatchObject([
        { alias: 'subscription_01:alert_01', priority: 'P2', state: 'open' },
      ]);
      expect(account.pages).toHaveLength(1);
      await send({ kind: 'deescalated', severity: 'WARNING' });
      expect(account.open()).toMatchObject([{ count: 1 }]);
    },
  );

  it.each([0, 1])(
    'notifies again by what overtakes a higher severity, of which %d requests were accepted',
    async (accepted) => {
      const { account, send } = createAccount(url);
      await send({ kind: 'opened', severity: 'WARNING' });
      await send('acknowledged');
      await send({ kind: 'escalated', severity: 'CRITICAL', accepted });
      await send({ kind: 'deescalated', severity: 'ERROR', wakes: true });
      expect(account.open()).toMatchObject([{ state: 'open', priority: 'P2' }]);
      expect(account.pages).toHaveLength(2);
      await send('resolved');
      expect(account.open()).toEqual([]);
    },
  );

  it('is shown as acknowledged if the acknowledgement overtakes its refused opening', async () => {
    const { account, send } = createAccount(url);
    await send({ kind: 'opened', accepted: 0 });
    await send('acknowledged');
    expect(account.open()).toMatchObject([{ state: 'acknowledged', count: 1 }]);
    await send({ kind: 'deescalated', severity: 'WARNING', acknowledged: true });
    expect(account.open()).toMatchObject([{ state: 'acknowledged', count: 1 }]);
  });

  it('is only counted if its opening had arrived without an answer', async () => {
    const { account, send } = createAccount(url);
    await send({ kind: 'opened', severity: 'CRITICAL', isUnanswered: true });
    await send({ kind: 'deescalated', severity: 'ERROR' });
    expect(account.open()).toMatchObject([{ state: 'open', count: 2 }]);
    expect(account.pages).toHaveLength(1);
  });

  it('is not opened again by what follows a refused update, after somebody had closed it there', async () => {
    const { account, send } = createAccount(url);
    await send({ kind: 'opened', severity: 'CRITICAL' });
    for (const alert of account.open()) alert.state = 'closed';
    for (const accepted of [0, 1, 2]) await send({ kind: 'deescalated', severity: 'ERROR', accepted });
    await send({ kind: 'deescalated', severity: 'WARNING' });
    expect(account.open()).toEqual([]);
  });

  it.each([0, 1])(
    'notifies once if only %d requests of the first attempt were accepted',
    async (accepted) => {
      const { account, send, retry } = createAccount(url);
      await send('opened');
      await send('acknowledged');
      const { verdict } = await send({ kind: 'unacknowledged', accepted });
      expect(verdict).toMatchObject({ outcome: 'retry' });
      await retry({ kind: 'unacknowledged' });
      await retry({ kind: 'unacknowledged' });
      expect(account.pages).toHaveLength(2);
      expect(account.open()).toMatchObject([{ state: 'open' }]);
    },
  );

  it('costs a unit if the first of several requests was accepted', async () => {
    const { send } = createAccount(url);
    await send('opened');
    await send('acknowledged');
    const { verdict } = await send({ kind: 'unacknowledged', accepted: 1 });
    expect(verdict).toMatchObject({ outcome: 'retry', nothingLeft: false });
  });

  it('is closed, and seen when it must be, whatever is sent, repeated and lost before', async () => {
    const change = fc.record({
      kind: fc.constantFrom<Kind>(
        ...(['opened', 'escalated', 'deescalated', 'acknowledged', 'unacknowledged', 'flapping'] as const),
      ),
      severity: fc.constantFrom<Severity>('CRITICAL', 'ERROR', 'WARNING', 'INFO'),
      isForgotten: fc.boolean(),
      accepted: fc.constantFrom(0, 1, 2, 10),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), fc.boolean(), async (changes, isLost) => {
        const { account, send, retry, loseReceipt } = createAccount(url);
        for (const each of changes) {
          const { verdict } = await send(each);
          if (verdict.outcome === 'retry' && each.accepted < 2) await retry({ ...each, accepted: Infinity });
        }
        if (isLost) loseReceipt();
        // Nothing tells Tocsin that another alert has already taken the place of the first one.
        const isKnown = !isLost || account.alerts.every(({ alias }) => !alias.endsWith(':2'));
        await send({ kind: 'escalated', severity: 'CRITICAL' });
        if (isKnown) expect(account.open().some(({ state }) => state === 'open')).toBe(true);
        await send('resolved');
        expect(account.open()).toEqual([]);
      }),
    );
  });
});

it('is created in Jira Service Management in place of the one that was closed, although that was refused', async () => {
  const { account, send } = createAccount(JSM);
  await send({ kind: 'opened', severity: 'WARNING' });
  await send({ kind: 'escalated', severity: 'CRITICAL', accepted: 1 });
  expect(account.open()).toEqual([]);
  await send({ kind: 'deescalated', severity: 'ERROR' });
  expect(account.open()).toMatchObject([{ alias: 'subscription_01:alert_01:2', priority: 'P2' }]);
  expect(account.pages).toHaveLength(2);
  await send('resolved');
  expect(account.open()).toEqual([]);
});

it('updates message and description in Opsgenie, and adds a note in Jira Service Management', async () => {
  const [opsgenie, jsm] = [createAccount(OPSGENIE), createAccount(JSM)];
  for (const { send } of [opsgenie, jsm]) {
    await send({ kind: 'opened', severity: 'CRITICAL' });
    await send({ kind: 'deescalated', severity: 'WARNING' });
  }
  expect(opsgenie.account.open()).toMatchObject([
    { priority: 'P3', description: expect.stringContaining('Less severe') },
  ]);
  expect(jsm.account.open()).toMatchObject([
    { priority: 'P1', notes: [expect.stringContaining('Less severe')] },
  ]);
});

it('makes no further request for what Opsgenie shows already', async () => {
  const { send, requests } = createAccount(OPSGENIE);
  await send('opened');
  await send('flapping');
  await send('acknowledged');
  await send('resolved');
  const paths = requests.map(
    ({ method, url }) => `${method} ${url.slice(OPSGENIE.length).replace(/\?.*/, '')}`,
  );
  const alert = 'POST /v2/alerts/subscription_01%3Aalert_01';
  expect(paths).toEqual(['POST /v2/alerts', 'POST /v2/alerts', `${alert}/acknowledge`, `${alert}/close`]);
});

it('sends nothing for a severity of the same priority', async () => {
  const { send, requests } = createAccount(OPSGENIE);
  await send({ kind: 'opened', severity: 'INFO' });
  const { verdict } = await send({ kind: 'deescalated', severity: 'NONE' });
  expect(verdict).toMatchObject({ outcome: 'skipped', as: 'SENT' });
  expect(requests).toHaveLength(1);
});

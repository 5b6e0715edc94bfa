import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OpsgenieAccount } from '#test/receivers/opsgenie.js';
import {
  alertNotice,
  HOSTILE,
  messages,
  outgoing,
  serviceNotice,
  testNotice,
} from '../../../test/notices.js';
import { recordingHttp } from '../../../test/recording-http.js';
import type { Outgoing, Receipt } from '../protocol.js';
import { classify } from './classify.js';
import { createOpsgenieProtocol } from './protocol.js';

const OPSGENIE = 'https://api.opsgenie.com';
const JSM = 'https://api.atlassian.com/jsm/ops/integration';

type Kind = Parameters<typeof alertNotice>[0];
type Severity = NonNullable<Parameters<typeof alertNotice>[1]>['severity'] & string;
interface Change {
  readonly kind: Kind;
  readonly severity?: Severity;
  /** Whether the alert is acknowledged. */
  readonly acknowledged?: boolean;
  /** Whether the receipt of the attempt is not stored, as if the process had been killed. */
  readonly isForgotten?: boolean;
  /** The requests of the attempt that are accepted, before one is answered with 503. Default: all. */
  readonly accepted?: number;
}

/** Sends changes of an alert to an account. */
function createAccount(api_url: string, options: object = {}) {
  const account = new OpsgenieAccount();
  let remaining = Infinity;
  const { http, requests } = recordingHttp(({ method, url, headers, text }) => {
    if (remaining === 0) return { status: 503 };
    remaining -= 1;
    const path = url.replace(/^https:\/\/[^/]+/, '');
    return account.accept({ method, path, authorization: headers['authorization'], text });
  });
  const protocol = createOpsgenieProtocol(http);
  const allOptions = { api_key: account.key, api_url, ...options };
  let receipt: Receipt | null = null;
  let count = 0;

  async function attempt(change: Change) {
    const { kind, acknowledged = kind === 'acknowledged', isForgotten = false, accepted = Infinity } = change;
    remaining = accepted;
    const message = alertNotice(kind, {
      acknowledged,
      ...(change.severity && { severity: change.severity }),
    });
    const more = { receipt, notification_id: `notification_${count}` };
    const result = await protocol.send(outgoing(message, allOptions, more));
    account.process();
    if (!isForgotten) receipt = result.receipt ?? receipt;
    return result;
  }

  return {
    account,
    requests,
    async send(change: Kind | Change) {
      count += 1;
      return attempt(typeof change === 'string' ? { kind: change } : change);
    },
    /** Attempts the last notification again. */
    retry: (change: Change) => attempt(change),
    loseReceipt: () => void (receipt = null),
    sendNotice: async (message: Outgoing['message'], more: Partial<Outgoing> = {}) => {
      const result = await protocol.send(outgoing(message, allOptions, more));
      account.process();
      return result;
    },
  };
}

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
        await send({ kind: 'escalated', severity: 'CRITICAL' });
        // Without the receipt of an acknowledgement, only Opsgenie knows of it.
        const isKnown = url === OPSGENIE || (!isLost && changes.every(({ isForgotten }) => !isForgotten));
        if (isKnown) expect(account.open().some(({ state }) => state === 'open')).toBe(true);
        await send('resolved');
        expect(account.open()).toEqual([]);
      }),
    );
  });
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

it('says who acknowledged, with the comment', async () => {
  const { account, sendNotice, requests } = createAccount(OPSGENIE);
  await sendNotice(alertNotice('opened'));
  await sendNotice(alertNotice('acknowledged', { comment: 'on it' }));
  expect(JSON.parse(requests.at(-1)?.text ?? '')).toMatchObject({ user: 'jane@example.com', note: 'on it' });
  expect(account.open()).toMatchObject([{ notes: ['on it'] }]);
});

it('sends responders, tags and labels', async () => {
  const id = '4513b7ea-3b91-438f-b7e4-e3e54af9147c';
  const responders = ['team:Data: base', 'user:jane@example.com', `schedule:${id}`, 'escalation:Night'];
  const { account, sendNotice } = createAccount(OPSGENIE, { responders, tags: ['tocsin'] });
  await sendNotice(alertNotice('opened', { labels: { team: 'shop', Severity: 'not shown' } }));
  expect(account.open()).toMatchObject([
    {
      responders: [
        { type: 'team', name: 'Data: base' },
        { type: 'user', username: 'jane@example.com' },
        { type: 'schedule', id },
        { type: 'escalation', name: 'Night' },
      ],
      tags: ['tocsin'],
      details: { Alert: 'alert_01', Severity: 'CRITICAL', Resource: 'db1', Project: 'p1', team: 'shop' },
    },
  ]);
});

it('rewords what a template returns', async () => {
  const { account, sendNotice } = createAccount(OPSGENIE);
  const body = { title: 'Disk!', text: 'Call Jane', fields: { Room: 7 } };
  await sendNotice(alertNotice('opened', { labels: { team: 'shop' } }), { body });
  expect(account.open()).toMatchObject([
    {
      message: 'Disk!',
      details: { Alert: 'alert_01', Room: '7' },
      description: expect.stringMatching(/^Opened\nCall Jane\nRoom: 7\n/),
    },
  ]);
});

it('closes the alert of a silent source when it is back, and other notices have their own', async () => {
  const { account, sendNotice } = createAccount(OPSGENIE);
  for (const notice of [serviceNotice(), serviceNotice('quota.low'), testNotice()]) await sendNotice(notice);
  expect(account.open()).toHaveLength(3);
  const { receipt } = await sendNotice(serviceNotice('source.back'));
  expect(receipt).toBeUndefined();
  expect(account.open().map(({ message, priority }) => [message, priority])).toEqual([
    ['Quota low: Nothing was heard of backups', 'P3'],
    ['Test: on-call', 'P5'],
  ]);
});

describe('keeps to the limits of Opsgenie', () => {
  const LONG = '磁盘😀'.repeat(10_000);
  it.each([HOSTILE, LONG, 'x'.repeat(130), 'x'.repeat(131), '\ud800'.repeat(200), '<b>'])(
    '%#',
    async (text) => {
      const { account, sendNotice, requests } = createAccount(OPSGENIE);
      const labels = Object.fromEntries(Array.from({ length: 64 }, (_, n) => [`${n}${text}`, text]));
      for (const message of messages(text)) {
        const { data } = message;
        const given = 'alert' in data ? alertNotice('opened', { ...data.alert, labels }) : message;
        expect((await sendNotice(given)).verdict).toEqual({ outcome: 'sent' });
      }
      for (const kind of ['acknowledged', 'escalated', 'resolved'] as const) {
        const receipt = { alias: 'a', state: 'open', priority: 'P5', message: '' };
        const message = alertNotice(kind, { title: text, comment: text });
        expect((await sendNotice(message, { receipt })).verdict).toEqual({ outcome: 'sent' });
      }
      expect(account.alerts).toHaveLength(5);
      for (const request of requests) {
        expect(request.text.isWellFormed()).toBe(true);
        const { message, description, note } = JSON.parse(request.text) as Record<string, string>;
        for (const shown of [message, description, note]) expect(shown ?? '').not.toMatch(/<[a-z/!?]/i);
      }
    },
  );

  it('with a title that is empty', async () => {
    const { account, sendNotice } = createAccount(OPSGENIE);
    await sendNotice(alertNotice('opened', { title: ' ' }));
    expect(account.open()).toMatchObject([{ message: 'Opened: ' }]);
  });
});

it.each([OPSGENIE, `${OPSGENIE}/`, `${OPSGENIE}/v2`, `${OPSGENIE}/v2/alerts`, `${OPSGENIE}/v2/alerts/`])(
  'accepts the address %s',
  async (url) => {
    const { send, requests } = createAccount(url);
    await send('opened');
    expect(requests).toMatchObject([{ method: 'POST', url: `${OPSGENIE}/v2/alerts` }]);
  },
);

it.each([
  [202, 'create', { result: 'Request will be processed' }, { outcome: 'sent' }],
  [404, 'close', { message: 'Alert not found' }, { outcome: 'sent' }],
  [404, 'create', { message: 'Not found' }, { outcome: 'failed', reason: 'answered 404: Not found' }],
  [401, 'create', { message: 'Could not authenticate' }, { outcome: 'failed' }],
  [403, 'close', { message: 'use an API key from an API integration', code: 40301 }, { outcome: 'failed' }],
  [
    422,
    'create',
    { message: 'Not processable', errors: { message: 'Message can not be empty.' } },
    { outcome: 'failed', reason: 'answered 422: Not processable; Message can not be empty.' },
  ],
  [400, 'create', 'no JSON', { outcome: 'failed', reason: 'answered 400' }],
  [429, 'create', {}, { outcome: 'retry', isPause: true }],
  [503, 'close', {}, { outcome: 'retry' }],
] as const)('an answer %i to %s %j is %j', (status, action, body, verdict) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(classify(action, { status, body: text, text, retryAfter: undefined }, new Date())).toMatchObject(
    verdict,
  );
});

import { describe, expect, it } from 'vitest';
import { alertNotice, HOSTILE, messages, serviceNotice, testNotice } from '../../../test/notices.js';
import { createAccount, OPSGENIE } from '../../../test/opsgenie-alert.js';
import type { AlertNotice } from '../sent-message.js';

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

it('adds what people say of an alert as a note, and creates nothing for it', async () => {
  const { account, sendNotice } = createAccount(OPSGENIE);
  const opened = alertNotice('opened', { description: 'The disk is replaced' });
  const noted = { ...opened, type: 'alert.noted' } as unknown as AlertNotice;
  expect(await sendNotice(noted)).not.toHaveProperty('receipt');
  expect(account.alerts).toEqual([]);
  await sendNotice(alertNotice('opened'));
  await sendNotice(noted);
  expect(account.open()).toMatchObject([{ count: 1, notes: ['Note\nThe disk is replaced'] }]);
});

it('has the priorities of the options', async () => {
  const { send, account } = createAccount(OPSGENIE, { priorities: { WARNING: 'P4' } });
  await send({ kind: 'opened', severity: 'WARNING' });
  expect(account.open()).toMatchObject([{ priority: 'P4' }]);
  await send({ kind: 'escalated', severity: 'ERROR' });
  expect(account.open()).toMatchObject([{ priority: 'P2' }]);
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
        expect(request.text).not.toMatch(/<[a-z/!?]/i);
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

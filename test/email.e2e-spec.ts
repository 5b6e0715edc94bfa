import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import { startMailServer, type ReceivedMail } from './mail-server.js';
import { createTestDomain, alarm, notificationUrl, recovery } from './notified-domain.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

const SLOW_TEST = { timeout: 90_000 };
const TO = ['jane@example.com', 'ops@example.com'];

let service: Service;
let mails: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mails = await startMailServer();
  service = await startService({ SMTP_URL: mails.url, MAIL_FROM: 'Tocsin <tocsin@example.com>' });
});
afterAll(async () => {
  await service?.stop();
  await mails?.close();
});
beforeEach(() => {
  mails.received.length = 0;
  mails.state.recipients = {};
});

const subscribed = () =>
  createTestDomain(service, { url: '', secrets: [] }, { protocol_id: 'email', options: { to: TO } });
const count = (expected: number) =>
  until(
    async () => mails.received.length,
    (length) => length === expected,
    40_000,
  );
const header = (mail: ReceivedMail | undefined, name: string) => mail?.headers.get(name);

it('emails of one alert form a thread and go to all addresses', SLOW_TEST, async () => {
  const { send, notifications } = await subscribed();
  await send(alarm('disk', { title: 'Disk full' }));
  await count(1);
  await until(notifications, ([first]) => first?.state === 'SENT');
  await send(recovery('disk'), alarm('cpu'));
  await count(3);
  const found = await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));

  const [opened, ...later] = mails.received;
  const resolved = later.find(({ raw }) => raw.includes('Resolved: '));
  const other = later.find(({ raw }) => raw.includes('Opened: cpu'));
  expect(opened?.to).toEqual(TO);
  expect(header(opened, 'from')).toBe('Tocsin <tocsin@example.com>');
  expect(header(opened, 'subject')).toBe('[ERROR] Disk full');
  expect(header(resolved, 'subject')).toBe('[RESOLVED] Disk full');
  expect(header(resolved, 'references')).toBe(header(opened, 'references'));
  expect(header(resolved, 'in-reply-to')).toBe(header(opened, 'in-reply-to'));
  expect(header(other, 'references')).not.toBe(header(opened, 'references'));
  const ids = mails.received.map((mail) => header(mail, 'message-id')).toSorted();
  expect(ids).toEqual(found.map(({ notification_id }) => `<${notification_id}@example.com>`).toSorted());
  expect(opened?.raw).toContain('multipart/alternative');
});

it('emails contain no header and no markup from a sender', SLOW_TEST, async () => {
  const { send } = await subscribed();
  const title = 'x\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script> <b>';
  await send(alarm('disk', { title }));
  await count(1);
  const [mail] = mails.received;
  expect(mail?.to).toEqual(TO);
  expect(header(mail, 'bcc')).toBeUndefined();
  expect(header(mail, 'subject')).toMatch(/^\[ERROR\] x Bcc: victim@example\.com <script>/);
  const html = mail?.raw.slice(mail.raw.indexOf('<!doctype')) ?? '';
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script');
});

it('an email that the server rejects temporarily is sent again under the same id', SLOW_TEST, async () => {
  mails.state.data = [{ code: 451, text: 'try later' }];
  const { send, notifications, notification } = await subscribed();
  await send(alarm('disk'));
  await count(1);
  const [sent] = await until(notifications, ([first]) => first?.state === 'SENT');
  const { attempts } = await notification(String(sent?.notification_id));
  expect(attempts).toMatchObject([
    { status: 451, error: expect.stringContaining('try later') },
    { status: 250, error: null },
  ]);
  const ids = mails.received.map((mail) => header(mail, 'message-id'));
  expect(new Set(ids)).toEqual(new Set([`<${String(sent?.notification_id)}@example.com>`]));
});

it('an email that the server rejects permanently fails at once', SLOW_TEST, async () => {
  mails.state.data = [{ code: 554, text: 'looks like spam' }];
  const { send, notifications } = await subscribed();
  await send(alarm('disk'));
  const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
  expect(failed?.reason).toContain('answered 554 looks like spam');
});

it('an email is sent to the accepted recipients and reports the rejected ones', SLOW_TEST, async () => {
  mails.state.recipients = { 'jane@example.com': { code: 550, text: 'no such user' } };
  const { send, notifications, notification } = await subscribed();
  await send(alarm('disk'));
  const [sent] = await until(notifications, ([first]) => first?.state === 'SENT');
  expect(mails.received.map(({ to }) => to)).toEqual([['ops@example.com']]);
  const { attempts } = await notification(String(sent?.notification_id));
  expect(JSON.stringify(attempts)).toContain('no such user');
});

it('an email waits for an unavailable server without consuming quota', SLOW_TEST, async () => {
  const { domain_id, subscription, send, notifications } = await subscribed();
  await mails.close();
  await send(alarm('disk'));
  const [waiting] = await until(notifications, ([first]) => (first?.reason ?? null) !== null);
  expect(waiting).toMatchObject({
    state: 'PENDING',
    reason: expect.stringContaining('the mail server cannot be used: ECONNREFUSED'),
  });
  await mails.reopen();
  await count(1);
  await until(notifications, ([first]) => first?.state === 'SENT');
  const [usage] = await sql<{ consumed: number }>(
    service.databaseUrl,
    `select consumed::int from quota_usage where domain_id = $1 and protocol_id = 'email'`,
    [domain_id],
  );
  // A unit for each recipient.
  expect(usage?.consumed).toBe(TO.length);
  const verified = await call(
    'POST',
    notificationUrl(service, `subscription/${subscription.subscription_id}/verify`),
    {
      domain_id,
    },
  );
  expect(verified.body).toMatchObject({ ok: true, status: 250 });
});

it.each([
  [[]],
  [['jane']],
  [['Jane <jane@example.com>']],
  [['jane@example.com\r\nBcc: victim@example.com']],
  [['jane@example.com, victim@example.com']],
  [['jane@exämple.com']],
  [Array.from({ length: 51 }, (_, n) => `u${n}@example.com`)],
])('the recipients %j are rejected with 400', async (to) => {
  const { status, body } = await call('POST', notificationUrl(service, 'subscriptions'), {
    ...{ domain_id: 'demo', name: crypto.randomUUID(), protocol_id: 'email' },
    options: { to },
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('options.to');
});

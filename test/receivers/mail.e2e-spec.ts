import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../client.js';
import { alarm, createTestDomain, recovery } from '../notified-domain.js';
import { SCENARIO, startScenarios } from './scenarios.js';
import { startMailboxes } from './smtp.js';
import { sql } from '../sql.js';

let smtp: Awaited<ReturnType<typeof startMailboxes>>;
let scenarios: Awaited<ReturnType<typeof startScenarios>>;
beforeAll(async () => {
  smtp = await startMailboxes();
  scenarios = await startScenarios({ SMTP_URL: smtp.url, MAIL_FROM: 'Tocsin <tocsin@example.com>' });
});
afterAll(async () => {
  await scenarios?.stop();
  await smtp?.close();
});

const subscribe = (to: readonly string[]) =>
  createTestDomain(scenarios.service, { url: '', secrets: [] }, { protocol_id: 'email', options: { to } });
const subjects = (address: string) => smtp.mailbox(address).map(({ headers }) => headers.get('subject'));
const waitForMails = (address: string, count: number) =>
  until(
    async () => subjects(address),
    (all) => all.length >= count,
    20_000,
  );

it('one full mailbox delays nobody else, and is told once it has room', SCENARIO, async () => {
  const [jane, joe] = [smtp.createAddress('jane'), smtp.createAddress('joe')];
  smtp.refuse(joe, 452, 'mailbox full');
  const { send, notifications, notification, domain_id } = await subscribe([jane, joe]);
  for (let n = 0; n < 8; n += 1) await send(alarm(`disk ${n}`, { severity: 'WARNING' }));
  await send(alarm('down', { severity: 'CRITICAL' }));
  await waitForMails(jane, 9);
  expect(subjects(jane)).toContain('[CRITICAL] down');
  const waiting = await until(notifications, (all) => all.every(({ reason }) => reason !== null));
  expect(waiting[0]?.reason).toMatch(new RegExp(`^not delivered yet to ${joe}: 452`));
  const health = await sql<{ failures: number; last_error: string }>(
    scenarios.service.databaseUrl,
    'select failures, last_error from subscription_health where domain_id = $1',
    [domain_id],
  );
  expect(health).toMatchObject([{ failures: 0, last_error: expect.stringContaining(joe) }]);

  smtp.accept(joe);
  await sql(
    scenarios.service.databaseUrl,
    'update notification_lane set next_attempt_at = clock_timestamp() where domain_id = $1 and attempt_id is null',
    [domain_id],
  );
  await waitForMails(joe, 9);
  const sent = await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));
  // Who has got a mail does not get it again.
  expect(subjects(jane)).toHaveLength(9);
  expect((await notification(String(sent[0]?.notification_id))).attempts).toHaveLength(2);
  const [usage] = await sql<{ consumed: number }>(
    scenarios.service.databaseUrl,
    `select consumed::int from quota_usage where domain_id = $1 and protocol_id = 'email'`,
    [domain_id],
  );
  // Each attempt to each recipient takes a unit.
  expect(usage?.consumed).toBe(9 * 2 + 9);
});

it('what is newer does not wait for a full mailbox, and goes to everybody', SCENARIO, async () => {
  const [jane, joe] = [smtp.createAddress('jane'), smtp.createAddress('joe')];
  smtp.refuse(joe, 452, 'mailbox full');
  const { send, notifications } = await subscribe([jane, joe]);
  await send(alarm('disk'));
  await waitForMails(jane, 1);
  await until(notifications, ([first]) => first?.reason !== null);
  smtp.accept(joe);
  await send(recovery('disk'));
  await waitForMails(jane, 2);
  expect(subjects(jane)).toEqual(['[ERROR] disk', '[RESOLVED] disk']);
  expect(await waitForMails(joe, 1)).toEqual(['[RESOLVED] disk']);
});

it('a mailbox that no longer exists fails nothing for the others, and is named', SCENARIO, async () => {
  const [jane, gone] = [smtp.createAddress('jane'), smtp.createAddress('gone')];
  smtp.refuse(gone, 550, 'no such user');
  const { send, notifications } = await subscribe([gone, jane]);
  await send(alarm('disk'));
  const [sent] = await until(notifications, ([first]) => first?.state === 'SENT');
  expect(sent?.reason).toContain(`not delivered to ${gone}: 550`);
  expect(subjects(jane)).toEqual(['[ERROR] disk']);
});

it('a title cannot change how the subject reads', SCENARIO, async () => {
  const address = smtp.createAddress();
  const { send } = await subscribe([address]);
  await send(alarm('disk', { title: 'Disk \u202efull\u202c\u200b of =?utf-8?B?QWxsIGlzIHdlbGw=?=' }));
  const [subject = ''] = await waitForMails(address, 1);
  const decoded = subject?.replaceAll(/=\?utf-8\?B\?([^?]*)\?=\s*/gi, (_, word: string) =>
    Buffer.from(word, 'base64').toString(),
  );
  expect(decoded).toBe('[ERROR] Disk full of =?utf-8?B?QWxsIGlzIHdlbGw=?=');
});

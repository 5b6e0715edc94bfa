import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer } from '#test/mail-server.js';
import { alertNotice, outgoing, serviceNotice } from '../../../test/notices.js';
import { createEmailProtocol } from './protocol.js';

let mails: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => void (mails = await startMailServer()));
afterAll(() => mails.close());
beforeEach(() => void (mails.received.length = 0));

const createProtocol = (allow: readonly string[] = []) =>
  createEmailProtocol({ url: mails.url, from: 'Tocsin <tocsin@example.com>', allow });
const send = (to: readonly string[], allow: readonly string[] = [], title = 'Disk full') =>
  createProtocol(allow).send(outgoing(alertNotice('opened', { title }), { to: [...to] }));

describe('the addresses that the operator allows', () => {
  const ALLOW = ['example.org', 'on-call@example.com'];
  const ALLOWED = ['jane@example.org', 'Ops@EXAMPLE.org', 'on-call@example.com'];
  const FORBIDDEN = ['jane@example.com', 'jane@a.example.org', 'jane@evil-example.org'];

  it('may be the options of a subscription, others not', async () => {
    const protocol = createProtocol(ALLOW);
    expect(await protocol.checkOptions?.({ to: ALLOWED }, 'd')).toEqual([]);
    const problems = await protocol.checkOptions?.({ to: [...ALLOWED, ...FORBIDDEN] }, 'd');
    const reason = `must not have ${FORBIDDEN.join(', ')}: the operator allows mails only to what MAIL_TO_ALLOW lists`;
    expect(problems).toEqual([{ option: 'to', reason }]);
    expect(await createProtocol().checkOptions?.({ to: FORBIDDEN }, 'd')).toEqual([]);
  });

  it('get the mails of a subscription that has others as well, which the attempt shows', async () => {
    const { verdict, answer } = await send([...ALLOWED, 'jane@example.com'], ALLOW);
    expect(verdict).toMatchObject({ outcome: 'sent' });
    expect(answer).toContain('jane@example.com: not sent: not allowed by MAIL_TO_ALLOW');
    const received = mails.received.flatMap(({ to }) => to).map((address) => address.toLowerCase());
    expect(received).toEqual(ALLOWED.map((address) => address.toLowerCase()));
  });

  it('are necessary: without one, nothing is sent and nothing consumed', async () => {
    const { verdict } = await send(FORBIDDEN, ALLOW);
    expect(verdict).toMatchObject({ outcome: 'failed', nothingLeft: true });
    expect(mails.received).toEqual([]);
  });
});

it('only the first address is told that the quota of mails is used up, which the attempt shows', async () => {
  const { data, ...notice } = serviceNotice('quota.exhausted');
  const tell = (protocol_id: string) => {
    const message = { ...notice, data: { ...data, subject: { protocol_id } } };
    return createProtocol().send(outgoing(message, { to: ['jane@example.com', 'joe@example.com'] }));
  };
  expect(await tell('email')).toMatchObject({
    verdict: { outcome: 'sent', note: 'not delivered to joe@example.com: not sent: the quota is used up' },
  });
  expect(await tell('webhook')).toMatchObject({ verdict: { outcome: 'sent' } });
  expect(mails.received.map(({ to }) => to)).toEqual([
    ['jane@example.com'],
    ['jane@example.com', 'joe@example.com'],
  ]);
  expect(mails.received[0]?.headers.get('to')).toBe('jane@example.com');
});

/** Decodes a header as a mail program does. */
const decodeWords = (header = '') =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeURIComponent(word.replaceAll('_', ' ').replaceAll('=', '%')),
    );

it.each(['=?utf-8?B?QWxsIGlzIHdlbGw=?=', `Größe =?utf-8?Q?x?= ${'💥 ä'.repeat(60)}`, 'Größe', 'a = b? c?=d'])(
  'the title %s is literal text in the subject',
  async (title) => {
    await send(['jane@example.com'], [], title);
    const [mail] = mails.received;
    expect(decodeWords(mail?.headers.get('subject'))).toBe(`[CRITICAL] ${title}`);
    const lines = mail?.raw.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? [];
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
  },
);

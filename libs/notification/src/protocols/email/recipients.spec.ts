import { expect, it } from 'vitest';
import { classifyRecipients, selectRecipients } from './recipients.js';

const TO = ['jane@example.com', 'joe@example.com', 'gone@example.com'];
const full = { recipient: 'joe@example.com', responseCode: 452, response: '452 mailbox full' };
const gone = { recipient: 'gone@example.com', responseCode: 550, response: '550 no such user' };
const first = { left: TO, got: 0, refused: [] };

it('a mail is tried again for who may get it later, and for nobody else', () => {
  const { verdict, progress, answer } = classifyRecipients(first, TO, [full, gone], '250 queued');
  expect(verdict).toEqual({
    outcome: 'retry',
    reason: 'not delivered yet to joe@example.com: 452 mailbox full',
    partly: 'now',
  });
  expect(progress).toEqual({
    left: ['joe@example.com'],
    got: 1,
    refused: ['gone@example.com: 550 no such user'],
  });
  expect(answer).toBe('250 queued\njoe@example.com: 452 mailbox full\ngone@example.com: 550 no such user');
  expect(selectRecipients(TO, progress as never)).toEqual(['joe@example.com']);
  expect(selectRecipients(TO, null)).toEqual(TO);
});

it('it was sent if anybody got it, and says who did not', () => {
  const before = { left: ['joe@example.com'], got: 1, refused: ['gone@example.com: 550 no such user'] };
  expect(classifyRecipients(before, before.left, [], '250 queued')).toMatchObject({
    verdict: { outcome: 'sent', note: 'not delivered to gone@example.com: 550 no such user' },
    progress: { left: [], got: 2 },
  });
  expect(classifyRecipients(before, before.left, [full])).toMatchObject({
    verdict: { outcome: 'retry', partly: 'before' },
  });
  expect(classifyRecipients(first, TO, [], '250 queued').verdict).toEqual({ outcome: 'sent' });
});

it('it has failed only if nobody can get it', () => {
  expect(classifyRecipients(first, ['gone@example.com'], [gone]).verdict).toEqual({
    outcome: 'failed',
    reason: 'answered gone@example.com: 550 no such user',
  });
  expect(classifyRecipients(first, ['joe@example.com'], [full]).verdict).toEqual({
    outcome: 'retry',
    reason: 'answered joe@example.com: 452 mailbox full',
  });
});

import { expect, it } from 'vitest';
import { answerOf, classify, classifyPartly } from './classify.js';

it('gives the unit back where no mail can have left', () => {
  for (const error of [
    { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' },
    { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' },
    { code: 'ETLS', command: 'CONN' },
    { code: 'EAUTH', responseCode: 535, response: '535 wrong password', command: 'AUTH PLAIN' },
  ])
    expect(classify(error)).toMatchObject({ outcome: 'retry', nothingLeft: true });
});

it('keeps it where that is not clear', () => {
  for (const error of [
    { code: 'EABORT' },
    { code: 'ETIMEDOUT', command: 'CONN' },
    { code: 'ECONNECTION', command: 'CONN' },
    { code: 'ESOCKET', originalCode: 'ECONNRESET' },
  ]) {
    expect(classify(error)).toMatchObject({ outcome: 'retry' });
    expect(classify(error)).not.toHaveProperty('nothingLeft', true);
  }
});

it('retries 4yz, gives up at 5yz about the mail, and at no 5yz about the server', () => {
  const of = (responseCode: number, command: string) =>
    classify({ code: 'EENVELOPE', responseCode, response: `${responseCode} because`, command }).outcome;
  expect(of(451, 'DATA')).toBe('retry');
  expect(of(450, 'RCPT TO')).toBe('retry');
  for (const command of ['MAIL FROM', 'RCPT TO', 'DATA']) expect(of(550, command)).toBe('failed');
  for (const command of ['CONN', 'EHLO']) expect(of(554, command)).toBe('retry');
});

it('sends a mail again that somebody may get later', () => {
  expect(classifyPartly([])).toEqual({ outcome: 'sent' });
  expect(classifyPartly([{ responseCode: 550 }])).toEqual({ outcome: 'sent' });
  expect(classifyPartly([{ responseCode: 550 }, { responseCode: 450, response: '450 greylisted' }])).toEqual({
    outcome: 'retry',
    reason: 'answered 450 greylisted',
  });
});

it('keeps who was refused, and why', () => {
  const refusals = [
    { recipient: 'gone@example.com', responseCode: 550, response: '550 no such user' },
    { responseCode: 452, response: '452 full' },
  ];
  expect(answerOf('250 queued', refusals)).toBe('250 queued\ngone@example.com: 550 no such user\n452 full');
});

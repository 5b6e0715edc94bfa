import { expect, it } from 'vitest';
import { classifySmtpError } from './classify.js';

it('gives the unit back if no mail can have been sent', () => {
  for (const error of [
    { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' },
    { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' },
    { code: 'ETLS', command: 'CONN' },
    { code: 'EAUTH', responseCode: 535, response: '535 wrong password', command: 'AUTH PLAIN' },
  ])
    expect(classifySmtpError(error)).toMatchObject({ outcome: 'retry', nothingLeft: true });
});

it('keeps the unit if a mail may have been sent', () => {
  for (const error of [
    { code: 'EABORT' },
    { code: 'ETIMEDOUT', command: 'CONN' },
    { code: 'ECONNECTION', command: 'CONN' },
    { code: 'ESOCKET', originalCode: 'ECONNRESET' },
  ]) {
    expect(classifySmtpError(error)).toMatchObject({ outcome: 'retry' });
    expect(classifySmtpError(error)).not.toHaveProperty('nothingLeft', true);
  }
});

it('retries after 4yz and after 5yz about the server, and fails after 5yz about the mail', () => {
  const classifyReply = (responseCode: number, command: string) =>
    classifySmtpError({ code: 'EENVELOPE', responseCode, response: `${responseCode} because`, command })
      .outcome;
  expect(classifyReply(451, 'DATA')).toBe('retry');
  expect(classifyReply(450, 'RCPT TO')).toBe('retry');
  for (const command of ['MAIL FROM', 'RCPT TO', 'DATA']) expect(classifyReply(550, command)).toBe('failed');
  for (const command of ['CONN', 'EHLO']) expect(classifyReply(554, command)).toBe('retry');
});

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findSignatureProblem } from './check-press-signature.js';

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
const DOCUMENTED = {
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  timestamp: '1531420618',
  body:
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&' +
    'user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
    '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
};
const AT = new Date(Number(DOCUMENTED.timestamp) * 1000);

const check = (
  more: Partial<{ signature: string | undefined; timestamp: string | undefined; body: string }> = {},
  { now = AT, secret = DOCUMENTED.secret } = {},
) => {
  const { signature, timestamp, body } = { ...DOCUMENTED, ...more };
  return findSignatureProblem({ signature, timestamp, body: Buffer.from(body) }, secret, now);
};
const sign = (timestamp: string, body: string | Buffer, secret = DOCUMENTED.secret) =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`;
const after = (seconds: number) => new Date(AT.getTime() + seconds * 1000);

describe('findSignatureProblem', () => {
  it('accepts the example of the documentation', () => {
    expect(check()).toBeUndefined();
  });

  it.each([-300, 0, 300])('accepts a difference of %d seconds', (seconds) => {
    expect(check({}, { now: after(seconds) })).toBeUndefined();
  });

  it.each([-301, 301, 86_400])('refuses a difference of %d seconds', (seconds) => {
    expect(check({}, { now: after(seconds) })).toBe('wrong_time');
  });

  it('refuses what was altered, whatever the time is', () => {
    const other = `${DOCUMENTED.body}&x=1`;
    expect(check({ body: other })).toBe('wrong_signature');
    expect(check({ timestamp: '1531420619' })).toBe('wrong_signature');
    expect(check({}, { secret: '8f742231b10e8888abcd99yyyzzz85a6' })).toBe('wrong_signature');
    expect(check({ signature: sign('1531420618', other) })).toBe('wrong_signature');
    expect(check({ body: other }, { now: after(9_999) })).toBe('wrong_signature');
  });

  it.each([
    '',
    'v0=',
    DOCUMENTED.signature.slice(3),
    DOCUMENTED.signature.replace('v0', 'v1'),
    DOCUMENTED.signature.toUpperCase(),
    `${DOCUMENTED.signature}0`,
    DOCUMENTED.signature.slice(0, -2),
    `${DOCUMENTED.signature},${DOCUMENTED.signature}`,
  ])('refuses the signature %j', (signature) => {
    expect(check({ signature })).toBe('wrong_signature');
  });

  it.each(['', '-1', '1e9', ' 1531420618', '9'.repeat(20)])(
    'refuses the time %j even if it is signed',
    (timestamp) => {
      expect(check({ timestamp, signature: sign(timestamp, DOCUMENTED.body) })).toBe('wrong_signature');
    },
  );

  it('says which request has no signature', () => {
    expect(check({ signature: undefined })).toBe('missing');
    expect(check({ timestamp: undefined })).toBe('missing');
  });

  it('signs bytes, not text', () => {
    const body = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
    const { timestamp, secret } = DOCUMENTED;
    expect(
      findSignatureProblem({ signature: sign(timestamp, body), timestamp, body }, secret, AT),
    ).toBeUndefined();
  });
});

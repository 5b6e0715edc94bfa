import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { checkSignature, type SignedContent } from './check-signature.js';
import {
  NO_SIGNATURE,
  SIGNATURE_SCHEMES,
  type SigningSettings,
} from '../../webhooks/domain/signature-settings.js';

const now = new Date('2026-11-20T10:00:00.000Z');
const seconds = now.getTime() / 1000;
const body = Buffer.from('{"alarm":"ü \\u0000 1.0"}');
const secret = 'the secret of the tests';
const old = 'the secret before that one';
const standardSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

const hex = (key: string, ...parts: (string | Buffer)[]) => {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
};
const signing = (
  signature: Partial<SigningSettings['signature']>,
  ...secrets: string[]
): SigningSettings => ({
  signature: { ...NO_SIGNATURE, ...signature },
  secrets: secrets.length > 0 ? secrets : [secret],
});
const checkFully = (headers: SignedContent['headers'], expected: SigningSettings, bodies = [body]) =>
  checkSignature({ headers, bodies }, expected, now);
/** Why a request is refused. */
const check = (headers: SignedContent['headers'], expected: SigningSettings, bodies = [body]) => {
  const checked = checkFully(headers, expected, bodies);
  return 'refusal' in checked ? checked.refusal : undefined;
};

/** The headers of a valid request of each scheme, signed by this secret. */
const RIGHT: Readonly<Record<string, (key: string, signed?: Buffer) => Record<string, string>>> = {
  GITHUB: (key, signed = body) => ({ 'x-hub-signature-256': `sha256=${hex(key, signed)}` }),
  SENTRY: (key, signed = body) => ({ 'sentry-hook-signature': hex(key, signed) }),
  PAGERDUTY: (key, signed = body) => ({
    'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${hex(key, signed)}`,
  }),
  GRAFANA: (key, signed = body) => ({ 'x-grafana-alerting-signature': hex(key, signed) }),
};

describe.each(Object.entries(RIGHT))('%s', (scheme, headersBy) => {
  const expected = signing({ scheme: scheme as SigningSettings['signature']['scheme'] });

  it('accepts a signature with the secret, or with either of two secrets', () => {
    expect(check(headersBy(secret), expected)).toBeUndefined();
    const both = { ...expected, secrets: [secret, old] };
    expect(check(headersBy(secret), both)).toBeUndefined();
    expect(check(headersBy(old), both)).toBeUndefined();
  });

  it('refuses another secret, another body and no signature', () => {
    expect(check(headersBy(old), expected)).toBe('The signature does not match');
    expect(check(headersBy(secret), expected, [Buffer.from('{}')])).toBe('The signature does not match');
    expect(check({}, expected)).toMatch(/^The signature is missing: header /);
  });

  it('refuses a wrong signature even if a signature is not required', () => {
    const optional = { ...expected, signature: { ...expected.signature, required: false } };
    expect(check({}, optional)).toBeUndefined();
    expect(check(headersBy(secret), optional)).toBeUndefined();
    expect(check(headersBy(old), optional)).toBe('The signature does not match');
  });

  it('accepts a signature over the decoded body or over the compressed body, and over no other', () => {
    const compressed = gzipSync(body);
    // The order in which the bodies of a compressed request are given.
    const bodies = [body, compressed];
    expect(check(headersBy(secret, body), expected, bodies)).toBeUndefined();
    expect(check(headersBy(secret, compressed), expected, bodies)).toBeUndefined();
    for (const signed of [gzipSync(compressed), Buffer.concat(bodies), Buffer.alloc(0)])
      expect(check(headersBy(secret, signed), expected, bodies)).toBe('The signature does not match');
    expect(check(headersBy(secret, compressed), expected, [body])).toBe('The signature does not match');
    expect(check(headersBy(secret, body), expected, [compressed])).toBe('The signature does not match');
  });

  it('refuses a truncated and an extended signature', () => {
    const cut = Object.fromEntries(
      Object.entries(headersBy(secret)).map(([name, text]) => [name, text.slice(0, -2)]),
    );
    const longer = Object.fromEntries(
      Object.entries(headersBy(secret)).map(([name, text]) => [name, `${text}00`]),
    );
    expect(check(cut, expected)).toBe('The signature does not match');
    expect(check(longer, expected)).toBe('The signature does not match');
  });
});

describe('Standard Webhooks', () => {
  const expected = signing({ scheme: 'STANDARD_WEBHOOKS' }, standardSecret);
  const signedAt = (at: Date, key = standardSecret, prefix = 'webhook') => ({
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
    [`${prefix}-signature`]: new StandardWebhook(key).sign('msg_1', at, body.toString()),
  });

  it('accepts signatures of the standardwebhooks library, with webhook and svix headers', () => {
    expect(check(signedAt(now), expected)).toBeUndefined();
    expect(check(signedAt(now, standardSecret, 'svix'), expected)).toBeUndefined();
  });

  it('accepts one valid signature among several of different versions', () => {
    const headers = signedAt(now);
    const other = new StandardWebhook(`whsec_${Buffer.alloc(24, 9).toString('base64')}`).sign(
      'msg_1',
      now,
      body.toString(),
    );
    const several = `v1a,AAAA ${other} ${headers['webhook-signature']}`;
    expect(check({ ...headers, 'webhook-signature': several }, expected)).toBeUndefined();
    expect(check({ ...headers, 'webhook-signature': `v1a,AAAA ${other}` }, expected)).toMatch(
      /does not match/,
    );
  });

  it('refuses another id, another timestamp, and a timestamp beyond the tolerance', () => {
    const headers = signedAt(now);
    expect(check({ ...headers, 'webhook-id': 'msg_2' }, expected)).toMatch(/does not match/);
    expect(check({ ...headers, 'webhook-timestamp': String(seconds + 1) }, expected)).toMatch(
      /does not match/,
    );
    for (const off of [-301_000, 301_000])
      expect(check(signedAt(new Date(now.getTime() + off)), expected)).toMatch(/may differ by 300 seconds/);
    for (const off of [-300_000, 300_000])
      expect(check(signedAt(new Date(now.getTime() + off)), expected)).toBeUndefined();
    expect(check({ ...headers, 'webhook-timestamp': '1e9' }, expected)).toMatch(/of another time/);
    expect(check({ ...headers, 'webhook-timestamp': '' }, expected)).toMatch(
      /webhook-timestamp belong to it/,
    );
  });
});

describe('Grafana with a timestamp header', () => {
  const expected = signing({ scheme: 'GRAFANA', timestamp_header: 'x-time', header: 'x-mine' });
  const signedAt = (timestamp: number) => ({
    'x-time': String(timestamp),
    'x-mine': hex(secret, `${timestamp}:`, body),
  });

  it('verifies the timestamp together with the body', () => {
    expect(check(signedAt(seconds), expected)).toBeUndefined();
    expect(check({ ...signedAt(seconds), 'x-time': String(seconds - 1) }, expected)).toMatch(
      /does not match/,
    );
    expect(check(signedAt(seconds - 301), expected)).toMatch(/of another time/);
    expect(check({ 'x-mine': hex(secret, body) }, expected)).toMatch(/x-time belongs to it/);
  });
});

describe('the signed id', () => {
  const next = new Date(now.getTime() + 1_000);

  it('is that of Standard Webhooks, whatever the time and the secret of a retry', () => {
    const expected = signing({ scheme: 'STANDARD_WEBHOOKS' }, standardSecret);
    const idOf = (id: string, at: Date) =>
      checkFully(
        {
          'webhook-id': id,
          'webhook-timestamp': String(at.getTime() / 1000),
          'webhook-signature': new StandardWebhook(standardSecret).sign(id, at, body.toString()),
        },
        expected,
      );
    const first = idOf('msg_1', now);
    expect(first).toEqual({ signed_id: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(idOf('msg_1', next)).toEqual(first);
    expect(idOf('msg_2', now)).not.toEqual(first);
  });

  it('of Grafana is the signature, if a time is part of it, however the header is written', () => {
    const expected = signing({ scheme: 'GRAFANA', timestamp_header: 'x-time', header: 'x-mine' });
    const idOf = (at: Date, write = (signature: string) => signature) => {
      const time = String(at.getTime() / 1000);
      return checkFully({ 'x-time': time, 'x-mine': write(hex(secret, `${time}:`, body)) }, expected);
    };
    const first = idOf(now);
    expect(first).toEqual({ signed_id: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(idOf(now, (signature) => `00,${signature.toUpperCase()}`)).toEqual(first);
    expect(idOf(next)).not.toEqual(first);
  });

  it('is missing where neither an id nor a time is signed, and in an unsigned request', () => {
    for (const [scheme, headersBy] of Object.entries(RIGHT)) {
      const expected = signing({
        scheme: scheme as SigningSettings['signature']['scheme'],
        required: false,
      });
      expect(checkFully(headersBy(secret), expected)).toEqual({ signed_id: undefined });
      expect(checkFully({}, expected)).toEqual({ signed_id: undefined });
    }
  });
});

it('requires no signature for the schemes NONE and SNS', () => {
  expect(check({}, signing({ scheme: 'NONE' }))).toBeUndefined();
  expect(check({}, signing({ scheme: 'SNS' }))).toBeUndefined();
});

it('refuses random headers and bodies without throwing', () => {
  const names = [
    'x-hub-signature-256',
    'sentry-hook-signature',
    'x-pagerduty-signature',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'svix-signature',
    'x-grafana-alerting-signature',
    'x-time',
  ];
  const schemes = SIGNATURE_SCHEMES.filter((scheme) => scheme !== 'NONE' && scheme !== 'SNS');
  fc.assert(
    fc.property(
      fc.constantFrom(...schemes),
      fc.dictionary(
        fc.constantFrom(...names),
        fc.oneof(
          fc.string(),
          fc.constantFrom('sha256=', 'v1=', 'v1,', 'v1,=', `sha256=${'0'.repeat(64)}`, ',,,', `${seconds}`),
        ),
      ),
      fc.uint8Array(),
      (scheme, headers, bytes) => {
        const expected = signing(
          { scheme, timestamp_header: scheme === 'GRAFANA' ? 'x-time' : null },
          standardSecret,
        );
        expect(check(headers, expected, [Buffer.from(bytes)])).toMatch(/^The signature /);
      },
    ),
    { numRuns: scaled(1_000) },
  );
});

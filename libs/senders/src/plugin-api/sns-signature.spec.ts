import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { snsSigner } from '../../../monitoring/test/senders.js';
import { parseSnsSignature } from './sns-signature.js';

let sns: Awaited<ReturnType<typeof snsSigner>>;
beforeAll(async () => {
  sns = await snsSigner();
});

const isValid = (message: Json, now = new Date()): boolean => {
  const claim = parseSnsSignature(message);
  return 'signature' in claim && claim.signature.isSignedBy(sns.certificate, now);
};

describe('the signature of SNS', () => {
  it.each(['1', '2'] as const)('is valid in version %s', (version) => {
    expect(isValid(sns.notification({}, version))).toBe(true);
    expect(isValid(sns.confirmation({}, version))).toBe(true);
  });

  it('is invalid if any signed field was changed', () => {
    for (const field of ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn'])
      expect([field, isValid({ ...sns.notification(), [field]: 'x' })]).toEqual([field, false]);
    for (const field of ['Message', 'SubscribeURL', 'Token', 'TopicArn'])
      expect([field, isValid({ ...sns.confirmation(), [field]: 'x' })]).toEqual([field, false]);
    expect(isValid({ ...sns.notification(), SignatureVersion: '2' })).toBe(false);
    expect(isValid({ ...sns.notification({}, '2'), SignatureVersion: '1' })).toBe(false);
  });

  it('is invalid if the certificate is not valid at that time', () => {
    expect(isValid(sns.notification(), new Date(Date.now() - 3 * 86_400_000))).toBe(false);
    expect(isValid(sns.notification(), new Date(Date.now() + 40 * 86_400_000))).toBe(false);
  });

  it.each([
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://sns.us-gov-west-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-a1.pem',
  ])('may use a certificate from %s', (SigningCertURL) => {
    expect(parseSnsSignature({ ...sns.notification(), SigningCertURL })).toHaveProperty('signature');
  });

  it.each([
    'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-a1.pem',
    'https://evil.example/sns.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://sns.us-east-1.amazonaws.com@evil.example/SimpleNotificationService-a1.pem',
    'https://evil.example#@sns.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://xsns.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://a.sns.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://bucket.s3.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-a1.pem',
    'https://sns.us-east-1.amazonaws.com/other.pem',
    'https://sns.us-east-1.amazonaws.com/x/SimpleNotificationService-a1.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem?x=1',
    'https://sns.us-east-1.amazonaws.com/../SimpleNotificationService-a1.pem',
    'https://SNS.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem',
    ' https://sns.us-east-1.amazonaws.com/SimpleNotificationService-a1.pem',
    'https://sns.us-east-1.amazonaws.com\\@evil.example/SimpleNotificationService-a1.pem',
    'https://127.0.0.1/SimpleNotificationService-a1.pem',
    '',
  ])('is rejected if the URL of its certificate is %j', (SigningCertURL) => {
    expect(parseSnsSignature({ ...sns.notification(), SigningCertURL })).toMatchObject({
      refusal: expect.stringContaining('SigningCertURL'),
      unsigned: false,
    });
  });

  it('is reported as missing, unsupported or incomplete', () => {
    const unsigned: Json[] = [{}, [], 'text', { AlarmName: 'a' }];
    for (const message of unsigned) expect(parseSnsSignature(message)).toMatchObject({ unsigned: true });
    expect(parseSnsSignature({ ...sns.notification(), SignatureVersion: '3' })).toMatchObject({
      refusal: 'SignatureVersion must be 1 or 2',
    });
    const withoutToken = Object.entries(sns.confirmation()).filter(([name]) => name !== 'Token');
    expect(parseSnsSignature(Object.fromEntries(withoutToken))).toMatchObject({
      refusal: expect.stringContaining('lacks a field'),
    });
  });

  it('is invalid for any changed message and never throws', () => {
    const valid: Record<string, Json> = sns.confirmation();
    const fields = Object.keys(valid);
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>, {
          minKeys: 1,
        }),
        (changes) => {
          const message = { ...valid, ...changes };
          const isUnchanged = Object.entries(changes).every(([name, value]) => value === valid[name]);
          expect(isValid(message)).toBe(isUnchanged);
        },
      ),
      { numRuns: 300 },
    );
  });
});

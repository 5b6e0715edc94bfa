import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CERTIFICATE_URL,
  FakeSenderCalls,
  NO_KEYS,
  NoConfirmations,
  snsSigner,
} from '../../../test/senders.js';
import type { Json } from '#shared/kernel/json.js';
import { FixedClock, samplePlugin } from '../../../test/webhooks.js';
import { parseDeliveryAsync } from '#senders/plugin-api/parse-delivery.js';
import { isAsync } from '#senders/plugin-api/plugin.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { DEFAULT_SETTINGS } from '../../webhooks/domain/webhook-settings.js';
import { PluginRegistry } from '#senders/registry.js';
import { CallFailedError, SenderVerification } from './sender-verification.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Certificates are valid from today, so the tests start now. */
const BEGIN = Date.now();
const GAVE_UP = [
  { outcome: 'ERROR', reason: expect.stringContaining('certificate of SNS cannot be fetched') },
];

let sns: Awaited<ReturnType<typeof snsSigner>>;
beforeAll(async () => {
  sns = await snsSigner();
  // Retries do not wait.
  vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it('refuses an unsigned message if a signature is required, even with an incomplete envelope', async () => {
  const checks = new SenderVerification(
    new PluginRegistry([]),
    new FakeSenderCalls(),
    new NoConfirmations(),
    new FixedClock(),
    NO_KEYS,
  );
  const alarm = { Type: 'Notification', Message: '{"AlarmName":"a","NewStateValue":"ALARM"}' };
  const asked = { Type: 'SubscriptionConfirmation', SubscribeURL: 'https://sns.eu-central-1.amazonaws.com/' };
  for (const message of [alarm, asked]) {
    expect(await checks.findSnsRefusal(message, true)).toContain('no signature of SNS');
    expect(await checks.findSnsRefusal(message, false)).toBeUndefined();
  }
});

describe('a certificate that cannot be fetched', () => {
  const clock = new FixedClock();
  const calls = new FakeSenderCalls();
  let read: (arrivedBefore: number, at: number) => Promise<unknown>;
  beforeEach(() => {
    calls.failure = new CallFailedError('ENOTFOUND');
    const checks = new SenderVerification(
      new PluginRegistry([]),
      calls,
      new NoConfirmations(),
      clock,
      NO_KEYS,
    );
    const signature = { ...DEFAULT_SETTINGS.signature, scheme: 'SNS' as const, required: true };
    const settings = { ...DEFAULT_SETTINGS, signature };
    const plugin = checks.wrapPlugin({ webhook_id: 'webhook_1', settings }, samplePlugin('1.0.0'));
    if (!isAsync(plugin)) throw new Error('it needs the network');
    /** Reads a delivery that arrived `arrivedBefore` milliseconds earlier. */
    read = async (arrivedBefore, at) => {
      clock.time = new Date(BEGIN + at);
      const received_at = new Date(clock.time.getTime() - arrivedBefore);
      const delivery = { content_type: '', headers: {}, query: {}, path_suffix: '', received_at };
      return parseDeliveryAsync(plugin, { ...delivery, body: sns.notification() }, {}).catch(
        (error: unknown) => error,
      );
    };
  });

  it('is awaited for 30 s from the first failed attempt, however old the delivery is', async () => {
    expect(await read(HOUR, 0)).toBeInstanceOf(PluginUnavailableError);
    expect(await read(HOUR, 29 * SECOND)).toBeInstanceOf(PluginUnavailableError);
    expect(await read(HOUR, 30 * SECOND)).toMatchObject(GAVE_UP);
  });

  it('is awaited for 30 s from the arrival of each later delivery', async () => {
    await read(HOUR, 0);
    expect(await read(29 * SECOND, 60 * SECOND)).toBeInstanceOf(PluginUnavailableError);
    expect(await read(30 * SECOND, 60 * SECOND)).toMatchObject(GAVE_UP);
  });

  it('is awaited anew if it was fetched since, or not tried for a long time', async () => {
    await read(HOUR, 0);
    calls.failure = undefined;
    calls.certificates.set(CERTIFICATE_URL, sns.certificate);
    expect(await read(HOUR, SECOND)).toMatchObject([{ outcome: 'IGNORED' }]);
    calls.failure = new CallFailedError('ENOTFOUND');
    expect(await read(HOUR, 60 * SECOND)).toBeInstanceOf(PluginUnavailableError);
    expect(await read(HOUR, 60 * SECOND + HOUR)).toBeInstanceOf(PluginUnavailableError);
    expect(await read(HOUR, 90 * SECOND + HOUR)).toMatchObject(GAVE_UP);
  });
});

it('verifies a message with a redacted access key against its original text', async () => {
  const key = 'k'.repeat(32);
  const calls = new FakeSenderCalls();
  calls.certificates.set(CERTIFICATE_URL, sns.certificate);
  const keys = { accessKeyOf: async (id: string) => (id === 'webhook_1' ? key : undefined) };
  const clock = new FixedClock(new Date(BEGIN));
  const checks = new SenderVerification(new PluginRegistry([]), calls, new NoConfirmations(), clock, keys);
  const signature = { ...DEFAULT_SETTINGS.signature, scheme: 'SNS' as const, required: true };
  const settings = { ...DEFAULT_SETTINGS, signature };
  const read = (message: object, webhook_id = 'webhook_1') => {
    const plugin = checks.wrapPlugin({ webhook_id, settings }, samplePlugin('1.0.0'));
    if (!isAsync(plugin)) throw new Error('it needs the network');
    const delivery = { content_type: '', headers: {}, query: {}, path_suffix: '', received_at: clock.now() };
    return parseDeliveryAsync(plugin, { ...delivery, body: message as Json }, {});
  };
  const redacted = (text = '') => text.replace(key, '*'.repeat(32));
  const signed = sns.notification({ Message: `subscribed https://tocsin/webhook/1/${key}/events` });
  const stored = { ...signed, Message: redacted((signed as { Message?: string }).Message) };
  const refused = [{ outcome: 'ERROR', reason: 'not authentic: the signature of SNS does not match' }];
  expect(await read(stored)).toMatchObject([{ outcome: 'IGNORED' }]);
  expect(await read(stored, 'webhook_2')).toMatchObject(refused);
  expect(await read({ ...stored, Message: `${stored.Message} forged` })).toMatchObject(refused);
  const stars = sns.notification({ Message: '*'.repeat(40) });
  expect(await read(stars)).toMatchObject([{ outcome: 'IGNORED' }]);
});

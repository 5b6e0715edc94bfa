import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE_URL, FakeSenderCalls, NoConfirmations, snsSigner } from '../../test/senders.js';
import { FixedClock, samplePlugin } from '../../test/webhooks.js';
import { isLater, PluginUnavailableError } from '../domain/plugin.js';
import { DEFAULT_SETTINGS } from '../domain/webhook-settings.js';
import { PluginRegistry } from '../plugins/plugin-registry.js';
import { CallFailedError } from './ports/sender-calls.js';
import { SenderChecks } from './sender-checks.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Certificates are made as of today. */
const BEGIN = Date.now();
const GAVE_UP = [
  { outcome: 'ERROR', reason: expect.stringContaining('certificate of SNS cannot be fetched') },
];

let sns: Awaited<ReturnType<typeof snsSigner>>;
beforeAll(async () => void (sns = await snsSigner()));
vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

it('refuses what is unsigned where a signature is required, however little of an envelope there is', async () => {
  const checks = new SenderChecks(
    new PluginRegistry([]),
    new FakeSenderCalls(),
    new NoConfirmations(),
    new FixedClock(),
  );
  const alarm = { Type: 'Notification', Message: '{"AlarmName":"a","NewStateValue":"ALARM"}' };
  const asked = { Type: 'SubscriptionConfirmation', SubscribeURL: 'https://sns.eu-central-1.amazonaws.com/' };
  for (const message of [alarm, asked]) {
    expect(await checks.snsRefusal(message, true)).toContain('no signature of SNS');
    expect(await checks.snsRefusal(message, false)).toBeUndefined();
  }
});

describe('a certificate that cannot be had', () => {
  const clock = new FixedClock();
  const calls = new FakeSenderCalls();
  let read: (arrivedBefore: number, at: number) => Promise<unknown>;
  beforeEach(() => {
    calls.failure = new CallFailedError('ENOTFOUND');
    const checks = new SenderChecks(new PluginRegistry([]), calls, new NoConfirmations(), clock);
    const signature = { ...DEFAULT_SETTINGS.signature, scheme: 'SNS' as const, required: true };
    const settings = { ...DEFAULT_SETTINGS, signature };
    const plugin = checks.checked({ settings }, samplePlugin('1.0.0'));
    if (!isLater(plugin)) throw new Error('it needs the network');
    /** A delivery that arrived so long before it is read. */
    read = async (arrivedBefore, at) => {
      clock.time = new Date(BEGIN + at);
      const received_at = new Date(clock.time.getTime() - arrivedBefore);
      const delivery = { content_type: '', headers: {}, query: {}, path_suffix: '', received_at };
      return plugin
        .parseLater({ ...delivery, body: sns.notification() }, {})
        .catch((error: unknown) => error);
    };
  });

  it('is waited for half a minute from the first failed try, however long ago the delivery came', async () => {
    expect(await read(HOUR, 0)).toBeInstanceOf(PluginUnavailableError);
    expect(await read(HOUR, 29 * SECOND)).toBeInstanceOf(PluginUnavailableError);
    expect(await read(HOUR, 30 * SECOND)).toMatchObject(GAVE_UP);
  });

  it('is waited for by each delivery that comes later, from its arrival', async () => {
    await read(HOUR, 0);
    expect(await read(29 * SECOND, 60 * SECOND)).toBeInstanceOf(PluginUnavailableError);
    expect(await read(30 * SECOND, 60 * SECOND)).toMatchObject(GAVE_UP);
  });

  it('was another outage when it was had since, or nobody tried for long', async () => {
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

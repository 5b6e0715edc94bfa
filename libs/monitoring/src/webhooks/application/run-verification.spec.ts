import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noSenderChecks, snsSigner } from '../../../test/senders.js';
import { sandboxHere } from '../../../test/compare-here.js';
import type { CheckTask, PluginSandbox } from '../../processing/application/ports/plugin-sandbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import {
  aWebhook,
  FakeStoredDeliveries,
  FakeVerificationQueue,
  FakeVerifications,
  FakeWebhooks,
  FixedClock,
  NOW,
  samplePlugin,
} from '../../../test/webhooks.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { Verification } from '../domain/verification.js';
import type { Webhook } from '../domain/webhook.js';
import { PluginRegistry } from '#senders/registry.js';
import { PluginChecks } from './check-plugin.js';
import { RunVerification, RunVerificationHandler } from './run-verification.js';

describe('RunVerification', () => {
  let verifications: FakeVerifications;
  let webhook: Webhook;
  let verification: Verification;
  let queue: FakeVerificationQueue;
  const run = (plugin: Plugin, stored = new FakeStoredDeliveries(), sandbox?: PluginSandbox) => {
    const plugins = new PluginRegistry([plugin]);
    return new RunVerificationHandler(
      verifications,
      queue,
      new PluginChecks(plugins, stored, noSenderChecks(plugins), sandbox ?? sandboxHere(plugins)),
      new FixedClock(),
    ).execute(new RunVerification(verification.verification_id));
  };
  beforeEach(() => {
    webhook = aWebhook();
    verification = Verification.request(webhook, NOW);
    const webhooks = new FakeWebhooks();
    webhooks.all.push(webhook);
    queue = new FakeVerificationQueue();
    verifications = new FakeVerifications(webhooks);
    verifications.all.push(verification);
  });

  it('is VERIFIED when version, options and samples are right', async () => {
    await run(samplePlugin('1.1.0'));

    expect(verification).toMatchObject({ state: 'VERIFIED', attempts: 1, finished_at: NOW });
    expect(verification.checks).toEqual([
      { name: 'version', ok: true, message: 'sample 1.1.0' },
      { name: 'options', ok: true, message: 'the options match the schema' },
      { name: 'samples', ok: true, message: '1 of 1 samples become what they promise' },
    ]);
  });

  it('has FAILED when the version is not there', async () => {
    await run(samplePlugin('1.2.0'));

    expect(verification.state).toBe('FAILED');
    expect(verification.checks).toMatchObject([
      { name: 'version', ok: false, message: expect.stringContaining('1.2.0') },
    ]);
  });

  it('has FAILED when the options do not match, and says which', async () => {
    webhook.options = { channel: 1 };

    await run(samplePlugin('1.1.0'));

    expect(verification).toMatchObject({ state: 'FAILED' });
    expect(verification.checks[1]).toMatchObject({ name: 'options', ok: false, message: /options\.channel/ });
  });

  it('has FAILED when a sample becomes something else, and says which', async () => {
    const sample = { name: 'loud', body: '{}', expect: [{ outcome: 'ERROR' as const }] };

    await run(samplePlugin('1.1.0', { samples: [sample] }));

    expect(verification.checks[2]).toMatchObject({
      name: 'samples',
      ok: false,
      message: /^0 of 1 .* sample "loud"/,
    });
  });

  it('does not parse received deliveries that are not authentic', async () => {
    webhook.settings = {
      ...webhook.settings,
      signature: { ...webhook.settings.signature, scheme: 'SNS', required: true },
    };
    const forged = { ...(await snsSigner()).notification(), SigningCertURL: 'https://evil.example/a.pem' };
    const delivery = {
      received_at: NOW,
      content_type: 'application/json',
      headers: {},
      query: {},
      path_suffix: '',
      body: Buffer.from(JSON.stringify(forged)),
    };
    const stored = new FakeStoredDeliveries();
    stored.deliveries = [
      { delivery_id: 'd', delivery, outcomes: [{ outcome: 'QUARANTINED', reason: 'not authentic' }] },
    ];

    await run(samplePlugin('1.1.0'), stored);

    expect(verification.checks.at(-1)).toMatchObject({
      name: 'deliveries',
      message: expect.stringMatching(/^0 of the last 1 .*not authentic: SigningCertURL/),
    });
  });

  it('parses received deliveries in the sandbox, and has FAILED if they exceed its limits', async () => {
    const stored = new FakeStoredDeliveries();
    const delivery = {
      received_at: NOW,
      content_type: 'application/json',
      headers: {},
      query: {},
      path_suffix: '',
      body: Buffer.from('{}'),
    };
    stored.deliveries = [
      { delivery_id: 'd1', delivery, outcomes: [{ outcome: 'CREATED', event_id: 'e1' }] },
      { delivery_id: 'd2', delivery, outcomes: [{ outcome: 'CREATED', event_id: 'e2' }] },
    ];
    const deadly = samplePlugin('1.1.0', {
      samples: [],
      parse: () => {
        throw new Error('parsed in the worker');
      },
    });
    const sandbox = {
      check: async ({ delivery_id }: CheckTask) => {
        if (delivery_id === 'd1') return { differs: false };
        throw DomainError.invalid('version', 'takes more than 5 s to parse');
      },
    } as Partial<PluginSandbox> as PluginSandbox;

    await run(deadly, stored, sandbox);

    expect(verification.state).toBe('FAILED');
    expect(verification.checks.at(-1)).toEqual({
      name: 'deliveries',
      ok: false,
      message: expect.stringMatching(/^1 of the last 2 deliveries parse, .*takes more than 5 s to parse/),
    });
  });

  it('is renewed while it runs, and has FAILED when it takes too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'setInterval', 'clearInterval'] });
    try {
      const renew = vi.spyOn(verifications, 'renew');
      const running = run(samplePlugin('1.1.0', { verify: () => new Promise<never>(() => undefined) }));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(renew.mock.calls.length).toBeGreaterThan(5);
      await vi.advanceTimersByTimeAsync(300_000);
      await running;
    } finally {
      vi.useRealTimers();
    }
    expect(verification.state).toBe('FAILED');
    expect(verification.checks).toMatchObject([
      { name: 'run', ok: false, message: expect.stringContaining('took over') },
    ]);
  });

  it('runs once, however often its job comes', async () => {
    await run(samplePlugin('1.1.0'));
    await run(samplePlugin('1.2.0'));

    expect(verification).toMatchObject({ state: 'VERIFIED', attempts: 1 });
  });

  it('wakes a worker for the next one of the domain', async () => {
    const next = Verification.request(webhook, NOW);
    verifications.all.push(next);
    await run(samplePlugin('1.1.0'));

    expect(queue.woken).toEqual([next.verification_id]);
  });

  it('throws errors that are to be retried, and gives up after five attempts', async () => {
    const broken = samplePlugin('1.1.0', { samples: [{ name: 'broken', body: '', expect: [] }] });

    for (let attempt = 1; attempt < 5; attempt += 1)
      await expect(run(broken)).rejects.toThrow('sample "broken"');
    expect(verification).toMatchObject({ state: 'PENDING', paused: true });
    await run(broken);

    expect(verification.state).toBe('FAILED');
    expect(verification.checks[0]?.message).toMatch(/^gave up after 5 attempts: sample "broken"/);
  });

  it('has FAILED at once when the secrets of the webhook cannot be read, and says what to do', async () => {
    vi.spyOn(verifications, 'findWebhook').mockRejectedValue(
      DomainError.unavailable('The secrets of this webhook cannot be read'),
    );

    await run(samplePlugin('1.1.0'));

    expect(verification).toMatchObject({ state: 'FAILED', attempts: 1 });
    expect(verification.checks).toEqual([
      {
        name: 'secrets',
        ok: false,
        message: expect.stringMatching(/^The secrets of this webhook cannot be read: .*ENCRYPTION_KEY_OLD/),
      },
    ]);
  });

  it('has FAILED after five attempts when the row of the webhook cannot be read', async () => {
    vi.spyOn(verifications, 'findWebhook').mockRejectedValue(new Error('the row is malformed'));

    for (let attempt = 1; attempt < 5; attempt += 1)
      await expect(run(samplePlugin('1.1.0'))).rejects.toThrow('malformed');
    expect(verification).toMatchObject({ state: 'PENDING', paused: true });
    await run(samplePlugin('1.1.0'));

    expect(verification).toMatchObject({
      state: 'FAILED',
      checks: [{ name: 'run', ok: false, message: 'gave up after 5 attempts: the row is malformed' }],
    });
  });

  it('gives up when no attempt ever came to an end', async () => {
    verification.attempts = 5;

    await run(samplePlugin('1.1.0'));

    expect(verification.state).toBe('FAILED');
    expect(verification.checks[0]?.message).toContain('no attempt came to an end');
  });
});

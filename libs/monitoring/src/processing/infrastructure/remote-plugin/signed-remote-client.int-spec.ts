import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { startRemote, type Asked, type RemoteService } from '../../../../test/remote-service.js';
import { createSampleDelivery } from '#senders/plugin-api/check-sample.js';
import { parseDeliveryBody } from '#senders/body/parse-delivery-body.js';
import { createHttpPlugin } from '#senders/systems/http/plugin.js';
import { SignedRemoteClient, type RemotePluginLimits } from './signed-remote-client.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const LOOPBACK: RemotePluginLimits = { allow: ['127.0.0.0/8', '::1'] };

const open: (RemoteService | { close(): Promise<void> })[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function remote(answer: Parameters<typeof startRemote>[0], limits = LOOPBACK) {
  const service = await startRemote(answer);
  const signed = new SignedRemoteClient(limits);
  open.push({ close: async () => signed.onApplicationShutdown() }, service);
  const plugin = createHttpPlugin(signed);
  const read = parseDeliveryBody(Buffer.from('{"host":"db-1","n":12345678901234567890}'), 'application/json');
  if (!read.ok) throw new Error(read.reason);
  const delivery = { ...createSampleDelivery({ name: '', body: '{}', expect: [] }), body: read.body };
  const parse = (options: object = {}) =>
    plugin.parseAsync(delivery, { url: service.url, secret: SECRET, ...options });
  return { service, plugin, parse };
}

const outcomes = (...list: unknown[]) => ({ text: JSON.stringify({ outcomes: list }) });

/** A name server that gives another address each time. */
function leadingTo(...addresses: string[]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (name, { all }, done) => {
    const address = addresses[asked.push(name) - 1] ?? '::1';
    const family = address.includes(':') ? 6 : 4;
    setImmediate(() => (all ? done(null, [{ address, family }]) : done(null, address, family)));
  };
  return { lookup, asked };
}

describe('the plugin http', () => {
  it('signs its request, keeps every digit, and returns the outcomes of the response', async () => {
    const { service, parse } = await remote(() =>
      outcomes(
        { outcome: 'EVENT', event: { event_key: 'k', title: 't', occurred_at: '2026-11-20T10:00:00+01:00' } },
        { outcome: 'IGNORED', reason: 'a heartbeat' },
      ),
    );

    const parsed = await parse();
    await parse();

    expect(parsed).toMatchObject([
      {
        outcome: 'EVENT',
        event: { event_key: 'k', event_type: 'ALERT', occurred_at: new Date('2026-11-20T09:00:00Z') },
      },
      { outcome: 'IGNORED', pointer: '', reason: 'a heartbeat' },
    ]);
    const [{ path, headers, body }, again] = service.asked as [Asked, Asked];
    expect(path).toBe('/parse');
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toMatchObject({
      delivery: { body: { host: 'db-1' }, received_at: '2026-01-01T00:00:00.000Z' },
    });
    expect(body).toContain('"n":12345678901234567890');
    expect(again.headers['webhook-id']).toBe(headers['webhook-id']);
  });

  it.each([
    [{ outcome: 'EVENT', event: { title: 't' } }, 'event_key is required'],
    [{ outcome: 'EVENT', event: { event_key: 'k', title: 1, severity: 'BAD' } }, 'title must be text'],
    [{ outcome: 'EVENT', event: { event_key: 'k', title: 't', severity: 'BAD' } }, 'severity must be one of'],
    [{ outcome: 'EVENT', event: { event_key: 'k', title: 't', occurred_at: 'now' } }, 'occurred_at must be'],
    [{ outcome: 'EVENT', event: { event_key: 'k', title: 't', pointer: '/x' } }, 'pointer must lead'],
    [{ outcome: 'EVENT' }, 'has no event'],
    [{ outcome: 'PERHAPS' }, 'none of EVENT, ACKNOWLEDGED, IGNORED, ERROR'],
    [7, 'no object'],
  ])('replaces an invalid outcome by an error, and keeps the others: %j', async (bad, reason) => {
    const { parse } = await remote(() =>
      outcomes(bad, { outcome: 'EVENT', event: { event_key: 'k', title: 't' } }),
    );
    expect(await parse()).toMatchObject([
      { outcome: 'ERROR', reason: expect.stringContaining(reason) },
      { outcome: 'EVENT' },
    ]);
  });

  it('returns an error with the message of a 400 response', async () => {
    const { parse } = await remote(() => ({ status: 400, text: 'has no host' }));
    expect(await parse()).toMatchObject([
      { outcome: 'ERROR', reason: 'the remote plugin refused it: 400: has no host' },
    ]);
  });

  it.each([
    ['no JSON', { text: 'hello' }, 'not JSON'],
    ['no list', { text: '{}' }, 'no list of outcomes'],
    ['too many bytes', { text: `"${'x'.repeat(5 * 1024 * 1024)}"` }, 'more than 4 MiB'],
    ['too many values', { text: `{"outcomes":[${'{},'.repeat(300_000)}1e5]}` }, 'more than 200000 values'],
  ])('rejects a response with %s, without reporting the plugin as unavailable', async (_, answer, reason) => {
    const { parse } = await remote(() => answer);
    await expect(parse()).rejects.toThrow(reason);
    await expect(parse()).rejects.not.toMatchObject({ name: 'PluginUnavailableError' });
  });

  it.each([
    ['500', { status: 500 }, 'answered 500'],
    ['404', { status: 404, text: 'nobody' }, 'answered 404: nobody'],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      'redirects are not followed',
    ],
  ])('reports the plugin as unavailable after %s', async (_, answer, message) => {
    const { service, parse } = await remote(() => answer);
    await expect(parse()).rejects.toMatchObject({
      name: 'PluginUnavailableError',
      message: expect.stringContaining(message),
    });
    expect(service.asked).toHaveLength(1);
  });

  it('reports the plugin as unavailable after a timeout or a refused connection', async () => {
    const { service, parse } = await remote(() => new Promise(() => undefined));
    await expect(parse({ timeout_ms: 100 })).rejects.toMatchObject({
      name: 'PluginUnavailableError',
      message: 'the remote plugin did not answer within 100 ms',
    });
    await service.close();
    await expect(parse()).rejects.toThrow('cannot be reached: ECONNREFUSED');
  });

  it('stops calling the service after five failures in a row', async () => {
    const { service, parse } = await remote(() => ({ status: 503 }));
    for (let n = 0; n < 5; n += 1) await expect(parse()).rejects.toThrow('answered 503');
    await expect(parse()).rejects.toThrow('left alone');
    expect(service.asked).toHaveLength(5);
  });

  it('connects to no address that is not public, in any notation', async () => {
    const { service, plugin, parse } = await remote(() => outcomes(), { allow: [] });
    const { port } = service;
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
    ];
    for (const host of hosts) {
      const url = `http://${host}:${port}`;
      await expect(parse({ url })).rejects.toThrow('REMOTE_PLUGIN_ALLOW');
      expect(await plugin.checkOptions?.({ url, secret: SECRET })).toEqual([
        { option: 'url', reason: expect.stringContaining('not public') },
      ]);
    }
    for (const host of [
      '10.1.2.3',
      '192.168.0.1',
      '169.254.169.254',
      '[fd00::1]',
      '[fe80::1]',
      '100.64.0.1',
      '168.63.129.16',
      '[::127.0.0.1]',
      '[::ffff:0:127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      '[64:ff9b:1::10.0.0.1]',
      '[2002:7f00:1::]',
      '[2001:0:1::1]',
      '192.0.0.192',
      '198.18.0.1',
      '[fd00:ec2::254]',
      '[fec0::1]',
      '[ff02::1]',
    ])
      expect(await plugin.checkOptions?.({ url: `https://${host}/x`, secret: SECRET })).toMatchObject([
        { option: 'url' },
      ]);
    expect(service.asked).toEqual([]);
  });

  it.each([
    ['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1'],
    ['168.63.129.16', '::7f00:1', '64:ff9b::a00:1', 'fd00:ec2::254'],
  ])('refuses a name that resolves to a private address after the check: %s, …', async (...later) => {
    const { lookup, asked } = leadingTo('93.184.215.14', ...later);
    const { service, plugin, parse } = await remote(() => outcomes(), { allow: [], lookup });
    const url = `http://rebinding.example:${service.port}`;

    expect(await plugin.checkOptions?.({ url, secret: SECRET })).toEqual([]);
    for (let n = 0; n < 4; n += 1) await expect(parse({ url })).rejects.toThrow('REMOTE_PLUGIN_ALLOW');

    expect(asked).toEqual(Array.from({ length: 5 }, () => 'rebinding.example'));
    expect(service.asked).toEqual([]);
  });

  it.each([
    ['168.63.129.16', '168.63.129.16'],
    ['::/96', '[::a00:1]'],
    ['127.0.0.0/8', '127.0.0.2'],
  ])('accepts an allowed address that is not public: %s', async (allowed, host) => {
    const { plugin } = await remote(() => outcomes(), { allow: [allowed] });
    expect(await plugin.checkOptions?.({ url: `https://${host}`, secret: SECRET })).toEqual([]);
  });

  it('does not call webhooks of the service itself', async () => {
    const { plugin } = await remote(() => outcomes(), { ...LOOPBACK, publicUrl: 'http://127.0.0.1:3000' });
    const url = 'http://127.0.0.1:3000/monitoring/v1/webhook/webhook_1/key/events';
    expect(await plugin.checkOptions?.({ url, secret: SECRET })).toEqual([
      { option: 'url', reason: expect.stringContaining('is a webhook of this service') },
    ]);
  });

  it('calls only hosts that the operator allows', async () => {
    const limits = { ...LOOPBACK, hosts: ['*.example.com'] };
    const { service, plugin, parse } = await remote(() => outcomes(), limits);
    await expect(parse()).rejects.toThrow('does not allow by RECEIVERS_ALLOW');
    expect(service.asked).toHaveLength(0);
    expect(await plugin.checkOptions?.({ url: service.url, secret: SECRET })).toEqual([
      { option: 'url', reason: 'has a host that the operator does not allow by RECEIVERS_ALLOW' },
    ]);
  });

  it('connects to a name only while it resolves to an allowed address', async () => {
    const { lookup } = leadingTo('10.0.0.1', '127.0.0.1');
    const { service, parse } = await remote(() => outcomes({ outcome: 'IGNORED', reason: 'x' }), {
      allow: ['127.0.0.0/8'],
      lookup,
    });
    const url = `http://rebinding.example:${service.port}`;
    await expect(parse({ url })).rejects.toThrow('REMOTE_PLUGIN_ALLOW');
    expect(await parse({ url })).toMatchObject([{ outcome: 'IGNORED' }]);
    expect(service.asked).toHaveLength(1);
  });

  it.each([
    ['nowhere', 'must be an address'],
    ['ftp://plugin.example.com', 'must begin with https://'],
    ['https://me:pw@plugin.example.com', 'must not hold a user'],
    ['https://plugin.example.com/?a=1', 'must not have a query'],
    ['https://no-such-host.invalid', 'cannot be looked up'],
  ])('refuses the address %s: %s', async (url, reason) => {
    const { plugin } = await remote(() => outcomes());
    expect(await plugin.checkOptions?.({ url, secret: SECRET })).toEqual([
      { option: 'url', reason: expect.stringContaining(reason) },
    ]);
  });

  it('accepts an address that is allowed', async () => {
    const { service, plugin } = await remote(() => outcomes());
    expect(await plugin.checkOptions?.({ url: service.url, secret: SECRET })).toEqual([]);
    expect(service.asked).toEqual([]);
  });

  it('is verified by the checks of the remote service', async () => {
    const { plugin, service } = await remote(() => ({
      text: JSON.stringify({ checks: [{ name: 'database', ok: false, message: 'away' }] }),
    }));
    expect(await plugin.verify?.({ url: service.url, secret: SECRET })).toEqual([
      { name: 'remote', ok: true, message: 'it answers' },
      { name: 'remote database', ok: false, message: 'away' },
    ]);
    await service.close();
    expect(await plugin.verify?.({ url: service.url, secret: SECRET })).toMatchObject([
      { name: 'remote', ok: false, message: expect.stringContaining('cannot be reached') },
    ]);
  });
});

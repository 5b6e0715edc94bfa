import { symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from './client.js';
import { HOST_SCRIPT_CALLS } from './host-script-calls.js';
import { startHost, type Host } from './host.js';
import { requireProgram } from './requirements.js';

const HOST = hostname();
const SMART = {
  SMARTD_DEVICE: '/dev/sda',
  SMARTD_MESSAGE: 'Device: /dev/sda, "failing" \\ C:\\',
  SMARTD_DEVICEINFO: 'X',
};
const alarm = '/usr/local/bin/tocsin-alarm';

requireProgram('curl', 'apt-get install curl')('docs/senders/host-scripts.md', () => {
  let host: Host;

  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host?.stop());

  it.each(HOST_SCRIPT_CALLS)(
    '%s: the recovery resolves the alert, and no repeat opens it again',
    async (_, name, begin, end, key) => {
      const script = host.here(`/usr/local/bin/${name}`);
      await host.expectRoundTrip(
        () => host.run(script, begin),
        () => host.run(script, end),
        key,
      );
    },
  );

  it('tocsin-alarm: a retry after a lost answer is a repeat', async () => {
    host.server.loseAnswers(1);
    const from = host.server.posted.length;
    await host.run(host.here(alarm), { args: ['ALERT', 'lost', 'WARNING', 'An answer is lost'] });
    expect(host.outcomesOf(from)).toEqual(['CREATED', 'DUPLICATE']);
  });

  it('tocsin-alarm: quotes, line breaks and other characters arrive as they are', async () => {
    const description = 'a "b" \\ c\tö\nsecond\u0007 line\r\n$(id) `id` %s';
    await host.run(host.here(alarm), {
      args: ['ALERT', 'quotes', 'ERROR', 'It\'s "broken" \\', description],
    });
    const body = JSON.parse(host.server.posted.at(-1)?.body ?? '') as Record<string, unknown>;
    expect(body).toMatchObject({
      title: 'It\'s "broken" \\',
      description: 'a "b" \\ c ö\nsecond line\n$(id) `id` %s',
    });
    expect(await host.listAlerts('quotes')).toMatchObject([{ severity: 'ERROR', resource: { name: HOST } }]);
  });

  it('cron: a failed job is an alert with its output, the next success its recovery and a ping', async () => {
    const script = host.here('/usr/local/bin/tocsin-cron');
    const heartbeat = `${host.api.url}/monitoring/v1/webhook/${host.webhook.webhook_id}/heartbeat/backup`;
    await call('PUT', heartbeat, { domain_id: 'demo', expect_every: '1d' });
    await host.expectRoundTrip(
      () =>
        expect(
          host.run(script, { args: ['backup', 'sh', '-c', 'echo "disk full"; exit 3'] }),
        ).rejects.toMatchObject({ code: 3 }),
      () => host.run(script, { args: ['backup', 'true'] }),
      `${HOST}/cron/backup`,
    );
    expect(host.server.posted.some(({ body }) => body.includes('"description":"disk full'))).toBe(true);
    const state = async () =>
      (await call<{ state: string }>('GET', `${heartbeat}?domain_id=demo`)).body.state;
    expect(await until(state, (found) => found === 'ALIVE')).toBe('ALIVE');
  });

  it('smartd: a failing disk stays an alert until somebody closes it, and a test closes itself', async () => {
    const script = host.here('/usr/local/bin/tocsin-smartd');
    await host.run(script, { env: { ...SMART, SMARTD_FAILTYPE: 'Health' } });
    const key = `${HOST}/smart/dev/sda/Health`;
    expect(await host.listAlerts(key)).toMatchObject([
      { state: 'OPEN', severity: 'CRITICAL', title: SMART.SMARTD_MESSAGE },
    ]);
    await host.run(host.here(alarm), { args: ['RECOVERY', key, 'INFO', 'Disk replaced'] });
    await host.run(script, { env: { ...SMART, SMARTD_FAILTYPE: 'EmailTest' } });
    expect([
      ...(await host.readStates(key)),
      ...(await host.readStates(`${HOST}/smart/dev/sda/EmailTest`)),
    ]).toEqual(['RESOLVED', 'RESOLVED']);
  });

  it('apcupsd: files named after its events', async () => {
    const linkTo = async (event: string) => {
      const path = host.here(`/etc/apcupsd/${event}`);
      if (event !== 'onbattery') await symlink('onbattery', path).catch(() => undefined);
      return path;
    };
    const raise = async (event: string) => host.run(await linkTo(event), { args: ['apc-1'] });
    await host.expectRoundTrip(
      () => raise('onbattery'),
      () => raise('offbattery'),
      `${HOST}/ups/apc-1/power`,
    );
    await host.expectRoundTrip(
      () => raise('commfailure'),
      () => raise('commok'),
      `${HOST}/ups/apc-1/communication`,
    );
  });
});

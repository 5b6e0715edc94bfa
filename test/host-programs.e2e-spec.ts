import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from './client.js';
import { startHost, type Host } from './host.js';
import { freePort } from './ports.js';
import { findProgram, hasProgram, requireProgram } from './requirements.js';

const HOST = hostname();

requireProgram('curl', 'apt-get install curl')('docs/senders/host-scripts.md, by real programs', () => {
  let host: Host;

  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host?.stop());

  /** Runs `ExecStart` of a template unit as systemd does for an instance. */
  async function startUnit(path: string, instance: string): Promise<void> {
    const unit = await readFile(host.here(path), 'utf8');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const env = { MONITOR_SERVICE_RESULT: 'exit-code', MONITOR_EXIT_STATUS: '1' };
    await host.run('/bin/sh', {
      args: ['-c', command.replaceAll('%i', instance).replaceAll('%H', HOST)],
      env,
    });
  }

  it('systemd: the commands of the template units', async () => {
    const units = '/etc/systemd/system';
    await host.expectRoundTrip(
      () => startUnit(`${units}/tocsin-failed@.service`, 'backup.service'),
      () => startUnit(`${units}/tocsin-recovered@.service`, 'backup.service'),
      `${HOST}/systemd/backup.service`,
    );
    expect(host.server.posted.some(({ body }) => body.includes('result: exit-code, status: 1'))).toBe(true);
  });

  it.runIf(hasProgram('systemd-analyze', 'apt-get install systemd'))(
    'systemd: the units are valid',
    async () => {
      const units = host.here('/etc/systemd/system');
      await writeFile(join(units, 'backup.service'), '[Service]\nType=oneshot\nExecStart=/bin/true\n');
      await writeFile(join(units, 'shop.service'), '[Service]\nExecStart=/bin/sleep 1\n');
      const files = [
        'tocsin-failed@x.service',
        'tocsin-recovered@x.service',
        'backup.service',
        'shop.service',
      ];
      const env = { SYSTEMD_UNIT_PATH: `${units}:/lib/systemd/system` };
      expect(
        await host.run('/usr/bin/systemd-analyze', { args: ['verify', '--man=no', ...files], env }),
      ).not.toContain(units);
    },
  );

  it.runIf(hasProgram('fail2ban-server', 'apt-get install fail2ban'))(
    'fail2ban: a ban and its end',
    async () => {
      const config = host.here('/etc/fail2ban');
      await mkdir(join(config, 'filter.d'), { recursive: true });
      await writeFile(join(config, 'watched.log'), '');
      await writeFile(
        join(config, 'fail2ban.conf'),
        '[Definition]\nloglevel = INFO\nlogtarget = STDOUT\ndbfile = None\nallowipv6 = no\n',
      );
      await writeFile(join(config, 'filter.d/none.conf'), '[Definition]\nfailregex = ^never <HOST>$\n');
      await writeFile(
        join(config, 'jail.conf'),
        `[shop]\nenabled = true\nfilter = none\nbackend = polling\nlogpath = ${config}/watched.log\nbantime = 600\naction = tocsin\n`,
      );
      const options = ['-c', config, '-s', join(config, 'socket'), '-p', join(config, 'pid')];
      const running = spawn(findProgram('fail2ban-server') ?? '', [...options, '-f', 'start'], {
        stdio: 'ignore',
      });
      try {
        const client = (...args: string[]) =>
          host.run(findProgram('fail2ban-client') ?? '', { args: [...options, ...args] });
        await until(
          () => client('status', 'shop').catch(() => ''),
          (status) => status.includes('shop'),
        );
        const readKeys = () =>
          host.server.posted.map(({ body }) => /[^"]*\/fail2ban\/shop\/192.0.2.9/.exec(body)?.[0] ?? '');
        await client('set', 'shop', 'banip', '192.0.2.9');
        const key =
          (
            await until(
              async () => readKeys().filter(Boolean),
              ({ length }) => length > 0,
            )
          )[0] ?? '';
        expect(await host.listAlerts(key)).toMatchObject([{ state: 'OPEN', severity: 'WARNING' }]);
        await client('set', 'shop', 'unbanip', '192.0.2.9');
        expect(
          await until(
            () => host.readStates(key),
            ([state]) => state === 'RESOLVED',
          ),
        ).toEqual(['RESOLVED']);
      } finally {
        running.kill();
      }
    },
  );

  it.runIf(hasProgram('redis-sentinel', 'apt-get install redis-sentinel'))(
    'Sentinel: a Redis that does not answer for a while',
    async () => {
      const [port, sentinelPort] = [await freePort(), await freePort()];
      const redis = spawn('redis-server', ['--port', String(port), '--save', ''], { stdio: 'ignore' });
      const config = host.here('/etc/redis/sentinel.conf');
      await writeFile(
        config,
        `port ${sentinelPort}\nsentinel monitor mymaster 127.0.0.1 ${port} 2\nsentinel down-after-milliseconds mymaster 500\n` +
          `sentinel notification-script mymaster ${host.here('/usr/local/bin/tocsin-sentinel')}\n`,
      );
      const sentinel = spawn(findProgram('redis-sentinel') ?? '', [config], {
        stdio: 'ignore',
        cwd: host.folder.path,
      });
      try {
        const key = `redis/127.0.0.1:${port}`;
        const ping = () =>
          host
            .run('/usr/bin/redis-cli', {
              args: ['-p', String(sentinelPort), 'sentinel', 'ckquorum', 'mymaster'],
            })
            .catch(() => '');
        await until(ping, (answer) => answer !== '');
        redis.kill('SIGSTOP');
        expect(
          await until(
            () => host.readStates(key),
            ({ length }) => length > 0,
          ),
        ).toEqual(['OPEN']);
        redis.kill('SIGCONT');
        expect(
          await until(
            () => host.readStates(key),
            ([state]) => state === 'RESOLVED',
          ),
        ).toEqual(['RESOLVED']);
      } finally {
        redis.kill('SIGKILL');
        sentinel.kill();
      }
    },
  );
});

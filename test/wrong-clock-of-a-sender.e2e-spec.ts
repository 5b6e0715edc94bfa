import { expect, it, onTestFinished } from 'vitest';
import { FAKETIME_LIBRARY as FAKETIME } from './chaos/faketime-library.js';
import { until } from './client.js';
import { createTestDatabase } from './database.js';
import { createTestDomain, alarm } from './notified-domain.js';
import { startApi, startWorker } from './processes.js';
import { startReceiver } from './receiver.js';
import { requireProgram } from './requirements.js';

const HOUR_BEHIND = { LD_PRELOAD: FAKETIME ?? '', FAKETIME: '-1h', DONT_FAKE_MONOTONIC: '1' };

requireProgram(FAKETIME ?? 'libfaketime', 'apt-get install libfaketime')(
  'a worker with a wrong clock',
  () => {
    it('signs notifications with the time of the database', async () => {
      const receiver = await startReceiver();
      onTestFinished(() => receiver.close());
      const { url: databaseUrl, drop } = await createTestDatabase();
      onTestFinished(drop);
      const env = { NOTIFICATION_ALLOW: '127.0.0.1' };
      const [api, worker] = await Promise.all([
        startApi({ databaseUrl, env }),
        startWorker({ databaseUrl, env: { ...env, ...HOUR_BEHIND } }),
      ]);
      onTestFinished(async () => void (await Promise.all([api.kill(), worker.kill()])));

      const service = { databaseUrl, api, worker, stop: async () => undefined };
      const { send, notifications } = await createTestDomain(service, receiver);
      await send(alarm('disk'));
      const [first] = await until(notifications, ([each]) => each !== undefined && each.state !== 'PENDING');
      expect(first).toMatchObject({ state: 'SENT', reason: null });
      expect(receiver.received).toHaveLength(1);
    });
  },
);

import { ConsoleLogger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Test, type TestingModule } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as monitoring from '#monitoring';
import { loadConfig } from '#shared/platform/config/env.js';
import { Scheduler } from '#shared/schedule/scheduler.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { WorkerModule } from '../src/worker.module.js';

let database: TestDatabase;
let worker: TestingModule;

async function createWorkerModule(env: NodeJS.ProcessEnv = {}): Promise<TestingModule> {
  const config = loadConfig(
    {
      DATABASE_URL: database.url,
      ROOT_API_KEY: 'root-key-of-the-tests-with-32-characters',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...env,
    },
    'worker',
  );
  const testingModule = await Test.createTestingModule({ imports: [WorkerModule.forRoot(config)] })
    .setLogger(new ConsoleLogger({ logLevels: [] }))
    .compile();
  await testingModule.init();
  return testingModule;
}

beforeAll(async () => {
  database = await createTestDatabase();
  worker = await createWorkerModule();
});
afterAll(async () => {
  await worker.close();
  await database.drop();
});

describe('the modules of the worker', () => {
  it('register all periodic tasks, and provide their dependencies', async () => {
    const { tasks } = worker.get(Scheduler, { strict: false });
    expect(tasks.map(({ name }) => name).sort()).toEqual([
      'AnalyzeGrownTables.execute',
      'AuditRetention.enforce',
      'CheckHeartbeats.execute',
      'CheckOnCalls.execute',
      'CloseAlerts.execute',
      'CloseHolds.execute',
      'ConfirmSenders.execute',
      'DescriptorWatch.check',
      'EndSilences.execute',
      'ExpireAcknowledgements.execute',
      'FanOutChanges.execute',
      'FanOutChanges.executeSlow',
      'FoldLedger.execute',
      'FoldRollUp.execute',
      'KeyReplacement.replace',
      'NotificationRetention.createPartitions',
      'NotificationRetention.dropExpired',
      'OpenHeldAlerts.execute',
      'PartitionCreator.createAhead',
      'Remind.execute',
      'ReportPosition.report',
      'ResponseRetention.enforce',
      'Retention.enforce',
      'RunEscalations.execute',
      'RunResends.execute',
      'SeedInhibitions.execute',
      'SeedInhibitions.remove',
      'SeedReminders.execute',
      'SendNotifications.sweep',
      'SessionRetention.enforce',
      'ShowEscalations.execute',
      'ShowEscalations.remove',
      'Sweep.processBacklog',
      'UpgradePlugins.announce',
      'UpgradePlugins.execute',
      'UsageRetention.enforce',
      'WakeReplays.execute',
      'WakeVerifications.execute',
      'WatchQuarantine.execute',
      'WatchQuotas.execute',
      'WatchSubscriptions.execute',
      'WithdrawAcknowledgements.execute',
    ]);
    for (const { name, run } of tasks) await expect(run(), name).resolves.not.toThrow();
  });

  it.each([
    ['processing', 'Sweep.processBacklog', 'SendNotifications.sweep'],
    ['notification', 'SendNotifications.sweep', 'Sweep.processBacklog'],
  ])('register only the tasks of the role %s', async (role, ownTask, otherTask) => {
    const roleWorker = await createWorkerModule({ WORKER_ROLES: role });
    try {
      const names = roleWorker.get(Scheduler, { strict: false }).tasks.map(({ name }) => name);
      expect(names).toContain(ownTask);
      expect(names).not.toContain(otherTask);
    } finally {
      await roleWorker.close();
    }
  });

  it('provide a handler for ProcessDeliveries with its dependencies', async () => {
    const command = new monitoring.ProcessDeliveries([], 1_000);
    await expect(worker.get(CommandBus).execute(command)).resolves.not.toThrow();
  });

  it('find no backlog in an empty database', async () => {
    const found = await worker.get(QueryBus).execute(new monitoring.FindBacklog(10));
    expect(found).toEqual({ webhook_uuids: [], hasMore: false });
  });

  it('have no handler for a query that only the API uses', async () => {
    const scope = { domain_id: 'd', user_id: 'u', role: 'ADMIN', root: false } as const;
    await expect(worker.get(QueryBus).execute(new monitoring.GetEvent(scope, 'x'))).rejects.toThrow(
      /No handler found/,
    );
  });
});

import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { WebhookLog } from '../application/webhook-log.js';
import { workThroughWebhooks } from './webhook-transaction.js';

class CollectedWakeUps extends WakeUp {
  readonly uuids: string[] = [];
  signalDeliveries(uuids: Iterable<string>): void {
    this.uuids.push(...uuids);
  }
}

const webhooks = Array.from({ length: 5 }, () => ({ uuid: v7(), domain_id: 'd1' }));
const all = webhooks.map(({ uuid }) => uuid);

async function workThrough(fail: (uuid: string) => Error | undefined) {
  const wakeUp = new CollectedWakeUps();
  const worked: string[] = [];
  const work = async ({ uuid }: { uuid: string }) => {
    const error = fail(uuid);
    if (error !== undefined) throw error;
    worked.push(uuid);
  };
  const end = await workThroughWebhooks(webhooks, work, wakeUp, new WebhookLog('test')).catch(
    (error: unknown) => error,
  );
  return { end, worked, signalled: wakeUp.uuids };
}

it('a webhook whose work fails keeps no other from its turn, and is signalled too', async () => {
  expect(await workThrough((uuid) => (uuid === all[1] ? new Error('broken') : undefined))).toEqual({
    end: undefined,
    worked: all.filter((uuid) => uuid !== all[1]),
    signalled: all,
  });
});

it('the run ends when the database is unavailable', async () => {
  const error = new Error('Connection terminated');
  expect(await workThrough(() => error)).toEqual({ end: error, worked: [], signalled: all.slice(0, 3) });
});

it('webhooks that are locked for too long now and then do not end the run', async () => {
  const { end, worked } = await workThrough((uuid) =>
    uuid === all[2] ? undefined : new Error('Query read timeout'),
  );
  expect({ end, worked }).toEqual({ end: undefined, worked: [all[2]] });
});

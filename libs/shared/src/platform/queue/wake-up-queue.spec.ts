import { expect, it } from 'vitest';
import { WakeUpQueue } from './wake-up-queue.js';

it('adds a job for a record, and logs a warning if that fails', async () => {
  const jobs: object[] = [];
  const warnings: string[] = [];
  const add = async (job: { readonly replay_id: string }) => {
    if (job.replay_id === 'second') throw new Error('the queue is away');
    jobs.push(job);
  };
  const logger = { warn: (text: string) => void warnings.push(text) };
  const queue = new WakeUpQueue({ add }, (replay_id) => ({ replay_id }), logger);
  for (const id of ['first', 'second']) await queue.wake(id);
  expect(jobs).toEqual([{ replay_id: 'first' }]);
  expect(warnings).toEqual(['the wake-up for second was not sent, so the sweep finds it: the queue is away']);
});

import { expect, it } from 'vitest';
import { answerPlanTask, type PlanTask } from './plan-task.js';

const task: PlanTask = {
  domain_id: 'shop',
  files: [{ name: 'a.yaml', text: 'quotas: { email: { day: 1 } }' }],
  schema: JSON.stringify({ type: 'object' }),
  stored: {},
};

it('answers what files would change, and what is wrong with them', async () => {
  expect(await answerPlanTask(task)).toMatchObject({ plan: { added: 1 } });
  const broken = { ...task, files: [{ name: 'a.yaml', text: 'quotas: {' }] };
  expect(await answerPlanTask(broken)).toMatchObject({
    refused: expect.stringMatching(/^have mistakes: a\.yaml:1/) as unknown,
  });
});

it('blames files for their depth, and itself for the rest', async () => {
  const fail = (error: Error) =>
    answerPlanTask(task, async () => {
      throw error;
    });
  expect(await fail(new RangeError('Maximum call stack size exceeded'))).toHaveProperty('refused');
  expect(await fail(new TypeError('x is undefined'))).toMatchObject({
    failed: expect.stringContaining('TypeError: x is undefined') as unknown,
  });
  // What the service has stored is not the caller's.
  expect(await answerPlanTask({ ...task, stored: { quotas: ['{'] } })).toHaveProperty('failed');
});

/**
 * A process that reads configuration files, one question at a time. They come from callers, and the parser may need much time: its
 * parent kills the process when it takes too long, and it exits when its parent is gone.
 */
import { runPlanTask, type PlanAnswer, type PlanTask } from './plan-task.js';

const answer = (task: PlanTask): Promise<PlanAnswer> =>
  runPlanTask(task).catch(() => ({ refused: 'cannot be read' }));

process.on('message', (task: PlanTask) => void answer(task).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());
process.send?.('ready');

/**
 * A process that reads configuration files, one question at a time. They come from callers, and the parser may need much time: its
 * parent kills the process when it takes too long, and it exits when its parent is gone.
 */
import { answerPlanTask, type PlanTask } from './plan-task.js';

process.on('message', (task: PlanTask) => void answerPlanTask(task).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());
process.send?.('ready');

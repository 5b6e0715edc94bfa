/**
 * A process that reads calendars, one at a time. They come from addresses of callers: a rule may never come to an end, and the
 * parser may need much memory. Its parent kills the process when it takes too long, and it exits when its parent is gone.
 */
import type { CalendarAnswer } from './calendar-pool.js';
import { CalendarError, type CalendarTask } from './calendar-task.js';
import { expandCalendar } from './expand-calendar.js';

function answer(task: CalendarTask): CalendarAnswer {
  try {
    return { calendar: expandCalendar(task) };
  } catch (error) {
    if (error instanceof CalendarError) return { refused: error.message };
    return { refused: 'cannot be read' };
  }
}

process.on('message', (task: CalendarTask) => process.send?.(answer(task)));
process.on('disconnect', () => process.exit());
process.send?.('ready');

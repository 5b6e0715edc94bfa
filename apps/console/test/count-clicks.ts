import type { Page } from 'playwright-core';

/**
 * Counts in the page, so that it does not matter how a test presses. A menu of the browser (`select`) has no events of its own,
 * so that its choice counts.
 */
const COUNT = `(() => {
  if (window.pressCount_ === undefined) {
    const isText = (element) => element.matches('textarea, input:not([type=checkbox], [type=radio])');
    addEventListener('pointerdown', () => (window.pressCount_ += 1), true);
    addEventListener('change', ({ target }) => (window.pressCount_ += target.matches('select') ? 1 : 0), true);
    addEventListener('keydown', ({ key, target }) => {
      if (/^(Tab|Shift|Control|Alt|Meta|Home|End|Page.*)$/.test(key)) return;
      if (key !== 'Enter' && key !== 'Escape' && isText(target)) return;
      window.pressCount_ += 1;
    }, true);
  }
  window.pressCount_ = 0;
})()`;

/**
 * Returns the number of clicks of a task, which must not reload the page. A click counts one, a key that acts does as well; text
 * that is typed into a field does not. A field that is not focused yet must be clicked on: `fill` alone would hide that click.
 */
export async function countClicks(page: Page, task: () => Promise<void>): Promise<number> {
  await page.evaluate(COUNT);
  await task();
  return page.evaluate<number>('window.pressCount_');
}

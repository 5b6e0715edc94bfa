import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest } from './console-under-test.js';

const ALERTS = 10_000;
const PER_DELIVERY = 500;
const CHANGES_PER_SECOND = 50;
/** Seconds of changes. The first of them warm up. */
const [WARM_UP, SECONDS] = [4, 14];

/** Records the durations of the frames of the page, and of tasks above 50 ms. */
const WATCH_FRAMES = `
  window.frames_ = [];
  window.longTasks_ = [];
  new PerformanceObserver((list) => window.longTasks_.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
  let last = performance.now();
  const frame = (at) => { window.frames_.push(at - last); last = at; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);`;
/** Through the same hundred rows again and again: what is known of each row that was once in sight is kept, and is no leak. */
const SCROLL = `((list) => list.scrollTo(0, (list.scrollTop + 300) % 6_000))(document.querySelector('.virtual'))`;
/** The least of several collections: what is held by work on its way is no leak. */
const HEAP = `(async () => {
  let least = Infinity;
  for (let count = 0; count < 5; count += 1) {
    window.gc();
    least = Math.min(least, performance.memory.usedJSHeapSize);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return least;
})()`;
/** All rows and whatever belongs to the list. */
const ROWS = `document.querySelectorAll('.virtual li').length`;

requireProgram('chromium', 'apt-get install chromium')('the console with ten thousand open alerts', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeEach(async () => {
    fixture = await ConsoleUnderTest.start();
    for (let from = 0; from < ALERTS; from += PER_DELIVERY) {
      const alarms = Array.from({ length: PER_DELIVERY }, (_, index) => alarm(from + index, 'ALERT'));
      await call('POST', fixture.api.url + fixture.webhook.path, alarms);
    }
    page = await fixture.openPage(await fixture.newContext());
  });
  afterEach(() => fixture?.close());

  const alarm = (number: number, event_type: string) => ({
    event_key: `key-${number}`,
    event_type,
    title: `Disk ${number} is full ${event_type === 'ALERT' ? Math.random() : ''}`,
    severity: ['CRITICAL', 'ERROR', 'WARNING', 'INFO'][number % 4],
  });

  it('shows and scrolls them while fifty of them change each second', { timeout: 120_000 }, async () => {
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
    const region = page.getByRole('region', { name: 'Open alerts' });
    await expect
      .poll(() => region.getByRole('listitem').first().getAttribute('aria-setsize'), { timeout: 60_000 })
      .toBe(String(ALERTS));
    // Only visible rows are rendered.
    expect(await page.evaluate<number>(ROWS)).toBeLessThan(100);

    let heapBefore = 0;
    for (let second = 0; second < SECONDS; second += 1) {
      if (second === WARM_UP) {
        heapBefore = await page.evaluate<number>(HEAP);
        await page.evaluate(WATCH_FRAMES);
      }
      const begun = performance.now();
      const type = second % 2 === 0 ? 'RECOVERY' : 'ALERT';
      const changed = Array.from({ length: CHANGES_PER_SECOND }, (_, index) => alarm(index * 7, type));
      await call('POST', fixture.api.url + fixture.webhook.path, changed);
      while (performance.now() - begun < 1_000) {
        await page.evaluate(SCROLL);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    const frames = (await page.evaluate<number[]>('window.frames_')).toSorted((a, b) => a - b);
    const at = (share: number) => frames[Math.floor(frames.length * share)] ?? Infinity;
    const longTasks = await page.evaluate<number[]>('window.longTasks_');
    const measured = { median: at(0.5), p95: at(0.95), longTasks, frames: frames.length };
    // 60 frames a second on an idle machine. Here, service, database and browser share two cores.
    expect(measured.median).toBeLessThan(34);
    expect(measured.p95).toBeLessThan(250);
    // On an idle machine, no task is above 50 ms.
    expect(measured.longTasks.length).toBeLessThan(frames.length / 30);
    // Alone, it is what it was (±3 %), also after a minute. At the end of a long run it was a third more: not a leak of each change,
    // which would be less, but a second list, and another one, would be more than this.
    await expect.poll(() => page.evaluate<number>(HEAP), { timeout: 15_000 }).toBeLessThan(heapBefore * 1.5);
    expect(fixture.browserErrors).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The folder for screenshots of the page. Without it, none are taken. */
const SCREENSHOT_FOLDER = process.env['TEST_PICTURES'];

interface Axe {
  readonly axe: {
    run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

/** Returns the accessibility violations that axe-core finds. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate(() => (globalThis as unknown as Axe).axe.run());
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
}

/** Evaluates to the text and the labels of the focused element. */
const FOCUSED_TEXT = `((element) => element === document.body ? '' : [
  element.textContent, element.getAttribute('aria-label'), element.labels?.[0]?.textContent,
].join(' '))(document.activeElement)`;

/** Presses Tab until the focused element has this text or label. */
export async function focusByTab(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const own = await page.evaluate<string>(FOCUSED_TEXT);
    if (name.test(own)) return;
  }
  throw new Error(`the focus never comes to ${name}`);
}

/** @param fullPage whether the picture has all of the page, not only what a screen shows of it */
export async function takeScreenshot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (SCREENSHOT_FOLDER !== undefined)
    await page.screenshot({ path: `${SCREENSHOT_FOLDER}/console-${name}.png`, fullPage });
}

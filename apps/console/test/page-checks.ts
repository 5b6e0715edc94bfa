import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Where to keep pictures of the page; without it none are made. */
const PICTURES = process.env['TEST_PICTURES'];

interface Axe {
  readonly axe: {
    run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

/** What axe-core finds that keeps somebody from using the page. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate(() => (globalThis as unknown as Axe).axe.run());
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
}

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/console-${name}.png` });
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations } from './page-checks.js';

const HOSTILE = `<img src=x onerror="document.title='broken'">`;

requireProgram('chromium', 'apt-get install chromium')('the frame of the console', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext());
    const shop = { domain_id: 'demo', project_id: 'shop', plugin_info: { plugin_id: 'direct' } };
    await call('POST', `${fixture.api.url}/monitoring/v1/webhooks`, { ...shop, name: 'Grafana of the shop' });
    await fixture.postAlarm('disk', { title: 'Disk is full', severity: 'CRITICAL' });
    await fixture.postAlarm('hostile', { title: HOSTILE });
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
  });
  afterAll(() => fixture?.close());

  const palette = () => page.getByRole('dialog', { name: 'Find or do something' });
  const options = () => palette().getByRole('option').allTextContents();

  async function open(text: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await page.keyboard.type(text);
  }

  it('finds an open alert by its title, and opens it by keyboard', async () => {
    await open('is disk');
    await expect.poll(options, { timeout: TIMEOUT_MS }).toContain('Disk is fullopen alert');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Disk is full' }).waitFor();
    expect(await palette().count()).toBe(0);
  });

  it('finds sources, screens and actions, and goes there', async () => {
    await open('grafana');
    await expect.poll(options, { timeout: TIMEOUT_MS }).toContain('Grafana of the shopsource');
    await palette().getByText('Grafana of the shop').click();
    await page.getByRole('heading', { name: 'Grafana of the shop' }).waitFor();
    await open('insi');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Insights' }).waitFor();
    await open('create a silence');
    await expect.poll(options).toContain('Create a silenceaction');
    await page.keyboard.press('Escape');
    expect(await palette().count()).toBe(0);
  });

  it('moves through what it has found with the arrows, and is accessible', async () => {
    await open('');
    const selected = () => palette().locator('[aria-selected=true]').textContent();
    expect(await selected()).toBe('Nowscreen');
    await page.keyboard.press('ArrowDown');
    await expect.poll(selected).toBe('Searchscreen');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(selected).not.toBe('Nowscreen');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('shows a hostile title as text', async () => {
    await open('onerror');
    await expect.poll(options, { timeout: TIMEOUT_MS }).toContain(`${HOSTILE}open alert`);
    expect(await palette().locator('img').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('shows the number of open alerts in the title of the tab, and an icon of its own', async () => {
    await expect.poll(() => page.title(), { timeout: TIMEOUT_MS }).toBe('(2) Insights · Tocsin');
    await expect
      .poll(() => page.locator('link[rel=icon]').getAttribute('href'), { timeout: TIMEOUT_MS })
      .toMatch(/^data:image\/svg/);
  });

  it('narrows the screens to a project, which the address carries on', async () => {
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByText('2 found').waitFor();
    await page.locator('.project-button').click();
    await page.getByRole('link', { name: 'shop', exact: true }).click();
    await page.getByText('Nothing was found.').waitFor();
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await expect.poll(() => page.url()).toContain('project=shop');
    await page.locator('.project-button').click();
    await page.getByRole('link', { name: 'All projects' }).click();
    await expect.poll(() => page.url()).not.toContain('project=');
    expect(fixture.browserErrors).toEqual([]);
  });
});

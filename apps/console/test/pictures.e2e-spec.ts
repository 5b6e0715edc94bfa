import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rootApiKey } from '#test/processes.js';
import { requireProgram } from '#test/requirements.js';
import { built } from '../../../tools/start/checkout.js';
import { ConsoleUnderTest, SOON } from './console-under-test.js';
import { picture, violations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the console with realistic data', () => {
  let under: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    under = await ConsoleUnderTest.start();
    await promisify(execFile)(
      process.execPath,
      [built('tools/seed.js'), '--domain', 'demo', '--span', '12h'],
      {
        env: { TOCSIN_URL: under.api.url, TOCSIN_KEY: rootApiKey, HOME: '/nonexistent' },
      },
    );
    page = await under.open(await under.newContext());
    await under.signIn(page, await under.newKey('ADMIN', 'ann'));
  });
  afterAll(() => under?.close());

  const openAlerts = (on: Page) => on.getByRole('region', { name: 'Open alerts' }).getByRole('article');

  it('shows what is open', async () => {
    await expect.poll(() => openAlerts(page).count(), { timeout: SOON }).toBeGreaterThan(5);
    expect(await page.getByRole('row').count()).toBeGreaterThan(3);
    await picture(page, 'now');
  });

  it('shows the same in the dark, on a telephone', async () => {
    const context = await under.newContext({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    const telephone = await under.open(context);
    await under.signIn(telephone, await under.newKey('VIEWER', 'vic'));
    await expect.poll(() => openAlerts(telephone).count(), { timeout: SOON }).toBeGreaterThan(5);
    expect(await violations(telephone)).toEqual([]);
    await picture(telephone, 'dark');
    await context.close();
  });

  it('shows an alert', async () => {
    await openAlerts(page).first().getByRole('link').click();
    await page.getByRole('region', { name: 'Payload', exact: true }).waitFor();
    await picture(page, 'alert');
  });

  it('finds alerts and events', async () => {
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByLabel('Of').selectOption('events');
    await page.getByLabel('Field').fill('severity');
    await page.getByLabel('Value').fill('CRITICAL');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText(/^\d+ found/).waitFor();
    await expect.poll(() => page.getByRole('row').count(), { timeout: SOON }).toBeGreaterThan(5);
    await picture(page, 'search');
  });

  it('shows the sources, and one of them', async () => {
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('link', { name: 'metrics in Dublin' }).waitFor();
    await picture(page, 'sources');
    await page.getByRole('link', { name: 'metrics in Dublin' }).click();
    await page.getByRole('button', { name: 'Send it' }).waitFor();
    await picture(page, 'source');
    expect(under.complaints).toEqual([]);
  });
});

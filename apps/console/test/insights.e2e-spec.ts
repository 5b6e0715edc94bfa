import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations } from './page-checks.js';

const HOSTILE = `<img src=x onerror="document.title='broken'">=1+1`;

requireProgram('chromium', 'apt-get install chromium')('the insights of the console', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext({ acceptDownloads: true }));
    for (const [key, rule] of [
      ['a', 'DiskFull'],
      ['b', 'DiskFull'],
      ['c', 'DiskFull'],
      ['d', HOSTILE],
    ] as const)
      await fixture.postAlarm(key, { rule });
    const alerts = () => readAlerts('state=OPEN');
    await until(alerts, ({ length }) => length === 4);
    // One of the four recovers by itself, and one is acknowledged.
    await fixture.postAlarm('a', { event_type: 'RECOVERY' });
    const [answered] = await readAlerts('event_key=b');
    const ben = { authorization: `Bearer ${await fixture.createKey('MEMBER', 'ben')}` };
    const path = `/monitoring/v1/alert/${answered?.alert_id}/acknowledge`;
    await call('PUT', fixture.api.url + path, {}, ben);
    await until(alerts, ({ length }) => length === 3);
    await fixture.signIn(page, await fixture.createKey('VIEWER', 'vic'));
  });
  afterAll(() => fixture?.close());

  async function readAlerts(query: string): Promise<readonly { alert_id: string }[]> {
    const url = `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo&${query}`;
    return (await call<{ results: { alert_id: string }[] }>('GET', url)).body.results;
  }

  const figure = (name: string) =>
    page.locator('.figure-card').filter({ has: page.getByRole('heading', { name, exact: true }) });

  it('says within one click what was noisiest this week', async () => {
    await page.getByRole('link', { name: 'Insights' }).click();
    const first = page.getByRole('region', { name: 'Noisiest rules' }).getByRole('listitem').first();
    await expect.poll(() => first.textContent(), { timeout: TIMEOUT_MS }).toBe('DiskFull333 % only noise');
    expect(await findViolations(page)).toEqual([]);
  });

  it('counts alerts and noise, and says how fast and by whom they were answered', async () => {
    await expect.poll(() => figure('Alerts').textContent(), { timeout: TIMEOUT_MS }).toContain('Alerts4');
    expect(await figure('Only noise').textContent()).toContain('25 %');
    expect(await figure('Time to acknowledge').textContent()).toMatch(/Time to acknowledge\d+ s/);
    const answerers = page.getByRole('region', { name: 'Answered by' });
    await expect.poll(() => answerers.textContent(), { timeout: TIMEOUT_MS }).toMatch(/ben1within \d+ s/);
    await page.getByRole('region', { name: 'Noisiest sources' }).getByText('direct').waitFor();
  });

  it('shows a hostile rule as text', async () => {
    await page.getByRole('link', { name: HOSTILE }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('leads from each figure to the search for what it counts', async () => {
    await figure('Only noise').getByRole('link').click();
    await page.getByText('1 found').waitFor();
    await page.goBack();
    await page
      .getByRole('region', { name: 'Noisiest rules' })
      .getByRole('link', { name: 'DiskFull' })
      .click();
    await page.getByText('3 found').waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Answered by' }).getByRole('link', { name: 'ben' }).click();
    await page.getByText('1 found').waitFor();
    await page.goBack();
  });

  it('saves the figures as CSV, in which no text is a formula', async () => {
    await page.getByRole('link', { name: '24 hours' }).click();
    await expect.poll(() => page.url()).toContain('days=1');
    await expect.poll(() => figure('Alerts').textContent(), { timeout: TIMEOUT_MS }).toContain('Alerts4');
    await page.getByRole('region', { name: 'Noisiest rules' }).getByRole('listitem').first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines).toContain('figures,alerts,4,0');
    expect(lines).toContain('figures,only noise,1,0');
    expect(lines).toContain('noisiest rules,DiskFull,3,');
  });

  it('is accessible in the dark and on a phone, and says when there is nothing', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await findViolations(page)).toEqual([]);
    const empty = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(empty, await fixture.createKey('VIEWER', 'eve', 'elsewhere'));
    await empty.goto(`${fixture.url}/console/#/insights`);
    await empty.getByText('Nothing in this time.').first().waitFor();
    expect(await empty.getByRole('alert').count()).toBe(0);
    expect(fixture.browserErrors).toEqual([]);
  });
});

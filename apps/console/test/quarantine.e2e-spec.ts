import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the sources of the console', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    await call('POST', `${fixture.api.url}/monitoring/v1/webhooks`, {
      domain_id: 'demo',
      name: 'Healthy',
      project_id: 'elsewhere',
      plugin_info: { plugin_id: 'zabbix' },
    });
    await fetch(fixture.api.url + fixture.webhook.path, { method: 'POST', body: '{"title": 7}' });
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'bob'));
  });
  afterAll(() => fixture?.close());

  const list = () => page.getByRole('list', { name: 'Sources' });
  const openSource = async (parameters = '') => {
    await page.goto(`${fixture.url}/console/#/sources/${fixture.webhook.webhook_id}${parameters}`);
    await page.getByRole('group', { name: 'State' }).waitFor();
  };

  it('lists those first that need attention, and filters by name and project', async () => {
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    const rows = list().getByRole('listitem');
    await expect.poll(() => rows.first().textContent(), { timeout: TIMEOUT_MS }).toContain('1 in quarantine');
    await page.getByRole('searchbox', { name: 'Search sources' }).fill('HEALTHY');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.first().textContent()).toContain('Nothing received yet');
    // The address has what is searched for.
    await page.reload();
    await expect.poll(() => rows.count(), { timeout: TIMEOUT_MS }).toBe(1);
    await page.getByRole('searchbox', { name: 'Search sources' }).fill('');
    await page.getByLabel('Project').selectOption('elsewhere');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);
  });

  it('does not say all quiet while something is in quarantine, and leads there', async () => {
    await page.getByRole('link', { name: 'Now' }).click();
    await page.getByText('1 delivery is in quarantine; it may contain an alarm.').waitFor();
    expect(await page.getByText('All quiet').count()).toBe(0);
    await page.getByRole('link', { name: /, 1 in quarantine$/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: /^Quarantine of .* \(1\)$/ }).click();
    await page.getByRole('region', { name: 'Quarantine' }).waitFor();
  });

  it('shows what is in quarantine, how a version reads it, and replays it', async () => {
    await openSource();
    await page.getByRole('link', { name: 'Quarantine (1)' }).click();
    await page.getByRole('region', { name: 'Quarantine' }).locator('summary').first().click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Payload' }).textContent(), { timeout: TIMEOUT_MS })
      .toContain('{"title": 7}');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('region', { name: 'Result of the version' }).getByText('Cannot be read').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('1 replayed, 0 events created').waitFor();
  });

  it('stops a replay that takes long, also after the user left the page meanwhile', async () => {
    process.kill(fixture.worker.pid, 'SIGSTOP');
    try {
      await page.getByRole('button', { name: 'Replay these' }).click();
      const progress = page.getByRole('progressbar', { name: 'Replay' });
      await progress.waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Now' }).click();
      await page.getByRole('heading', { name: 'Now' }).waitFor();
      await page.goBack();
      await progress.waitFor();
      await page.reload();
      await progress.waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Stopped: 0 replayed, 0 events created').waitFor();
    } finally {
      process.kill(fixture.worker.pid, 'SIGCONT');
    }
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });

  it('says what went wrong, beside the latest alerts', async () => {
    await fixture.postAlarm('disk', { title: 'The disk is full' });
    await fetch(fixture.api.url + fixture.webhook.path.replace(/[^/]+\/events$/, 'wrong/events'), {
      method: 'POST',
      body: '{}',
    });
    await openSource();
    await page.getByRole('link', { name: 'The disk is full' }).waitFor();
    await page.getByText('1 refused with status 404').waitFor();
    await page.getByRole('img', { name: /events in the last 24 hours/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('shows a VIEWER no act, and fits on a phone in dark mode', async () => {
    const context = await fixture.newContext({
      viewport: { width: 360, height: 780 },
      colorScheme: 'dark',
    });
    page = await fixture.openPage(context);
    await fixture.signIn(page, await fixture.createKey('VIEWER', 'wall'));
    for (const tab of ['', '?tab=guide', '?tab=quarantine', '?tab=heartbeats', '?tab=settings']) {
      await openSource(tab);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
      expect(await findViolations(page)).toEqual([]);
      const acts = page.locator('main button').filter({ hasText: /replay|disable|delete|create|save|send/i });
      expect(await acts.count()).toBe(0);
    }
    await page.goto(`${fixture.url}/console/#/sources`);
    await list().waitFor();
    expect(await page.getByRole('link', { name: 'Connect a source' }).count()).toBe(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    expect(await findViolations(page)).toEqual([]);
    expect(fixture.browserErrors).toEqual([]);
  });
});

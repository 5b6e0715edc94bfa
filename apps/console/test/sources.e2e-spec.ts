import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the Sources screen of the console', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'bob'));
  });
  afterAll(() => fixture?.close());

  it('creates a webhook for a sender, and shows the guide with its address', async () => {
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByText('New webhook').first().click();
    await page.getByLabel('System').selectOption('grafana');
    await page.getByLabel('Name').fill('Grafana of the shop');
    await page.getByLabel('Project').fill('shop');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Grafana of the shop' }).waitFor();
    const address = (await page.locator('dd code').first().textContent()) ?? '';
    expect(address).toContain('/monitoring/v1/webhook/');
    expect(await page.locator('.guide').textContent()).toContain(address);
    expect(await findViolations(page)).toEqual([]);
  });

  it('sends a sample of the sender to the webhook', async () => {
    await page.getByRole('button', { name: 'Send it' }).click();
    const answer = page.getByRole('region', { name: 'Result of the sample' });
    await expect.poll(() => answer.textContent(), { timeout: TIMEOUT_MS }).toContain('CREATED');
    const readEventId = async () => /event_[0-9a-z]{26}/.exec((await answer.textContent()) ?? '')?.[0];
    const first = await readEventId();
    await page.getByRole('button', { name: 'Send it' }).click();
    await expect.poll(readEventId, { timeout: TIMEOUT_MS }).not.toBe(first);
    expect(await answer.textContent()).toContain('CREATED');
    await page.getByRole('combobox', { name: 'Sample' }).selectOption('unified: resolved');
    await page.getByRole('button', { name: 'Send it' }).click();
    await page.getByRole('link', { name: 'Now' }).click();
    // Of the two alerts, the recovery resolves the second one.
    const open = page.getByRole('region', { name: 'Open alerts' }).getByRole('article');
    await expect.poll(() => open.count(), { timeout: TIMEOUT_MS }).toBe(1);
    const row = page.getByRole('row').filter({ hasText: 'Grafana of the shop' });
    // The events of the last hour.
    await expect.poll(() => row.getByRole('cell').nth(2).textContent(), { timeout: TIMEOUT_MS }).toBe('3');
  });

  it('shows a quarantined delivery, parses it with a version, and replays it', async () => {
    await fetch(fixture.api.url + fixture.webhook.path, { method: 'POST', body: '{"title": 7}' });
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.locator(`a[href$="${fixture.webhook.webhook_id}"]`).click();
    const summary = page.locator('summary').filter({ has: page.locator('time') });
    await summary.first().click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Payload' }).textContent(), { timeout: TIMEOUT_MS })
      .toContain('{"title": 7}');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('region', { name: 'Result of the version' }).waitFor();
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

  it('disables and enables a webhook', async () => {
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    expect(fixture.browserErrors).toEqual([]);
  });
});

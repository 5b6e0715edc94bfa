import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { countClicks } from './count-clicks.js';
import { findViolations } from './page-checks.js';

/** Clicks to create a key for somebody and to copy it, from the first screen on. */
const MAX_CLICKS = 6;

requireProgram('chromium', 'apt-get install chromium')('the Settings screen of the console', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext({ permissions: ['clipboard-read'] }));
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ada'));
  });
  afterAll(() => fixture?.close());

  const openTab = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name }).click();
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  it('creates a key that works, shows it once, and copies it in few clicks', async () => {
    const dialog = page.getByRole('dialog', { name: 'The new key' });
    const clicks = await countClicks(page, async () => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByLabel('User').click();
      await page.keyboard.type('eve@example.org');
      await page.getByRole('button', { name: 'Create the key' }).click();
      await dialog.getByRole('button', { name: 'Copy the key' }).click();
    });
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    const key = (await dialog.getByRole('region', { name: 'The key' }).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    expect(await findViolations(page)).toEqual([]);
    const { status } = await call('GET', `${fixture.api.url}/monitoring/v1/webhooks`, undefined, {
      authorization: `Bearer ${key}`,
    });
    expect(status).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row('eve@example.org').waitFor();
    expect(await page.locator('body').textContent()).not.toContain(key);
  });

  it('disables a key, takes that back, replaces it, and deletes it by its name', async () => {
    const act = async (name: string) => {
      await page.locator('summary[aria-label="Actions for the key eve@example.org"]').click();
      await page.getByRole('button', { name, exact: true }).click();
    };
    await act('Disable');
    await row('eve@example.org').locator('.badge', { hasText: 'disabled' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('eve@example.org').locator('.badge').waitFor({ state: 'detached' });
    await act('Replace it');
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await page.getByRole('dialog', { name: 'The new key' }).getByRole('button', { name: 'Done' }).click();
    await act('Delete');
    await page.getByLabel('Type eve@example.org to delete it').fill('eve@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row('eve@example.org').waitFor({ state: 'detached' });
    expect(await findViolations(page)).toEqual([]);
  });

  it('shows who is signed in, and ends a session', async () => {
    const other = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(other, await fixture.createKey('MEMBER', 'bob'));
    await openTab('Sessions');
    await row('ada').getByText('this one').waitFor();
    expect(await row('bob').textContent()).toContain('Chrome on');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'End the session of bob' }).click();
    await row('bob').waitFor({ state: 'detached' });
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.context().close();
  });

  it('finds in the audit log who did what, and has the search in the address', async () => {
    // What is typed while the first entries are still being loaded stays.
    const first = Promise.withResolvers<void>();
    await page.route('**/identity/v1/audit-logs/search', async (route) => {
      await first.promise;
      await route.continue();
    });
    await openTab('Audit log');
    await page.getByLabel('What was done').fill('disable');
    first.resolve();
    await row('create').first().waitFor();
    await page.getByLabel('What was done').press('Enter');
    await expect.poll(() => page.getByRole('row').count(), { timeout: TIMEOUT_MS }).toBe(2);
    expect(await row('disable').textContent()).toContain('ada');
    await page.reload();
    await row('disable').waitFor();
    await page.getByLabel('Who').fill('nobody');
    await page.getByLabel('Who').press('Enter');
    await page.getByRole('heading', { name: 'Nothing of this kind is recorded' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('turns the pages of the audit log', async () => {
    const path = `${fixture.api.url}/monitoring/v1/webhook/${fixture.webhook.webhook_id}`;
    const body = { domain_id: 'demo' };
    for (let round = 0; round < 26; round += 1) {
      await call('PUT', `${path}/disable`, body);
      await call('PUT', `${path}/enable`, body);
    }
    await page.goto(`${fixture.url}/console/#/settings/audit?record=${fixture.webhook.webhook_id}`);
    await page.getByText(/Page 1 of 2/).waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText(/Page 2 of 2/).waitFor();
    await row('create').first().waitFor();
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByText(/Page 1 of 2/).waitFor();
  });

  it('sets a quota, shows its usage and when it will be used up, and changes it', async () => {
    await openTab('Quotas');
    await page.getByRole('button', { name: 'Set a quota' }).click();
    await page.getByLabel('Protocol').selectOption('slack');
    await page.getByLabel('Most in a day').fill('100');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 of 100 used today').waitFor();
    await call('POST', `${fixture.api.url}/notification/v1/quotas/consume`, {
      domain_id: 'demo',
      protocol_id: 'slack',
      amount: 100,
    });
    await page.getByText('100 of 100 used today').waitFor();
    await page.getByText('Exhausted: nothing more is sent until the day ends.').waitFor();
    await page.getByRole('button', { name: 'Edit the quota of slack' }).click();
    await page.getByLabel('Most in a day').fill('');
    await page.getByLabel('Most in a month').fill('1000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('100 of 1,000 used this month').waitFor();
    expect(await page.getByText('used today').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the quota of slack' }).click();
    await page.getByLabel('Type slack to delete it').fill('slack');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No quotas are set' }).waitFor();
  });

  it('shows a plugin with its versions, samples and guide', async () => {
    await openTab('Plugins');
    await page.getByRole('searchbox', { name: 'Search plugins' }).fill('opsg');
    await page.getByRole('link', { name: 'Opsgenie' }).click();
    const drawer = page.getByRole('dialog', { name: 'Opsgenie' });
    await drawer.locator('.guide table').first().waitFor();
    await drawer.getByText('Samples').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    // The search is still there.
    await page.getByRole('link', { name: 'Opsgenie' }).click();
    await drawer.getByRole('link', { name: 'Connect a source' }).click();
    await page.getByRole('heading', { name: 'Connect Opsgenie' }).waitFor();
    await page.goBack();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
  });

  it('adds a Slack app, and shows its request URL once', async () => {
    await openTab('Slack apps');
    await page.getByRole('button', { name: 'Add a Slack app' }).click();
    await page.getByLabel('Name').fill('Tocsin bot');
    await page.getByLabel('Signing secret').fill('short');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field', { hasText: 'Signing secret' }).locator('.refusal').waitFor();
    await page.getByLabel('Signing secret').fill('0123456789abcdef0123456789abcdef');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'The request URL' });
    expect(await dialog.getByRole('region', { name: 'The request URL' }).textContent()).toContain('http');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Edit Tocsin bot' }).click();
    await page.getByLabel('Name').fill('Another bot');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Another bot' }).waitFor();
    await openTab('About');
    expect(await page.getByRole('region', { name: 'The address of the API' }).textContent()).toBe(
      fixture.url,
    );
    expect(fixture.browserErrors).toEqual([]);
  });

  it('tells a VIEWER what is only for administrators, and fits on a phone in dark mode', async () => {
    page = await fixture.openPage(
      await fixture.newContext({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' }),
    );
    await fixture.signIn(page, await fixture.createKey('VIEWER', 'wall'));
    for (const part of ['keys', 'audit', 'sessions', 'quotas', 'plugins', 'slack', 'about']) {
      await page.goto(`${fixture.url}/console/#/settings/${part}`);
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      await page.locator('.skeleton').waitFor({ state: 'detached' });
      const isLocked = part === 'keys' || part === 'audit';
      if (isLocked) await page.getByRole('heading', { name: 'Only for administrators' }).waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.locator('main .primary').count()).toBe(0);
    }
  });

  it('can be installed as an app', async () => {
    const client = await page.context().newCDPSession(page);
    const { errors, data = '' } = await client.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const icons = (JSON.parse(data) as { icons: { src: string }[] }).icons;
    for (const { src } of icons) expect((await fetch(`${fixture.url}/console/${src}`)).status).toBe(200);
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    // The windows of these tests are private ones.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });
});

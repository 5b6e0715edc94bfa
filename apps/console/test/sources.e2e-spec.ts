import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { countClicks } from './count-clicks.js';
import { findViolations } from './page-checks.js';

/** Clicks to connect a sender and to see the alert of its sample, from the first screen on. */
const MAX_CLICKS = 6;

requireProgram('chromium', 'apt-get install chromium')('connecting sources in the console', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'bob'));
  });
  afterAll(() => fixture?.close());

  const openTab = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the source' }).getByRole('link', { name }).click();
  const goTo = (place: string) => page.goto(`${fixture.url}/console/#/${place}`);

  it('connects a Grafana, and shows the alert of its sample, in few clicks', async () => {
    const clicks = await countClicks(page, async () => {
      await page.getByRole('link', { name: 'Sources', exact: true }).click();
      await page.getByRole('link', { name: 'Connect a source' }).click();
      await page.getByRole('link', { name: 'Grafana', exact: true }).click();
      // The name is that of the system, and the project is the one that exists.
      await page.getByRole('button', { name: 'Create the source' }).click();
      await page.getByText('Waiting for the first delivery').waitFor();
      await page.getByRole('button', { name: 'Send a sample' }).click();
      await page.getByRole('link', { name: 'Show the alert' }).first().click();
      await page.getByRole('heading', { name: 'Checkout takes 4.2 s' }).waitFor();
    });
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  });

  it('shows the address beside the guide that has it filled in, and that something has arrived', async () => {
    await page.goBack();
    await page.getByRole('heading', { name: 'Grafana', exact: true }).waitFor();
    await page.getByText('1 delivery received').waitFor();
    const address = (await page.getByRole('region', { name: 'The address' }).textContent()) ?? '';
    expect(address).toContain('/monitoring/v1/webhook/');
    expect(await page.locator('.guide').textContent()).toContain(address);
    expect(await findViolations(page)).toEqual([]);
  });

  it('sends samples again: each alert is a new one, and a recovery resolves the last', async () => {
    const open = async () => {
      const { body } = await call<{ total_count: number }>(
        'GET',
        `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo&state=OPEN`,
      );
      return body.total_count;
    };
    const before = await open();
    const sent = page.getByRole('log', { name: 'Sent samples' }).locator('.sent > li');
    await page.getByRole('button', { name: 'Send a sample' }).click();
    await expect.poll(() => sent.count(), { timeout: TIMEOUT_MS }).toBe(1);
    const opened = (await open()) - before;
    expect(opened).toBeGreaterThan(0);
    await page.getByRole('combobox', { name: 'Sample' }).selectOption('unified: resolved');
    await page.getByRole('button', { name: 'Send another sample' }).click();
    await expect.poll(() => sent.count(), { timeout: TIMEOUT_MS }).toBe(2);
    await expect.poll(open, { timeout: TIMEOUT_MS }).toBeLessThan(before + opened);
  });

  it('finds a system by its name, and shows where the service refuses an option', async () => {
    await goTo('sources?new');
    await page.getByRole('searchbox', { name: 'Search systems' }).fill('no such');
    await page.getByRole('heading', { name: 'No system has this name' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search systems' }).fill('mapp');
    await page.getByRole('link', { name: /^Mapping/ }).click();
    await page.getByLabel('Event key').fill('$$$(');
    await page.getByLabel('Title', { exact: true }).fill('text');
    await page.getByRole('button', { name: 'Create the source' }).click();
    await page.locator('.field', { hasText: 'Event key' }).locator('.refusal').waitFor();
    // Nothing that was entered is lost.
    expect(await page.getByLabel('Event key').inputValue()).toBe('$$$(');
    await page.getByLabel('Event key').fill('host');
    await page.getByRole('button', { name: 'Add to Labels' }).click();
    await page.getByLabel('Name 1 of Labels').fill('team');
    await page.getByLabel('Value 1 of Labels').fill('shop');
    await page.getByText('More settings').click();
    await page.getByLabel('Longest time between two deliveries').fill('2h');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the source' }).click();
    await page.getByText('Waiting for the first delivery').waitFor();
    const stored = await readSource();
    expect(stored).toMatchObject({
      plugin_info: { plugin_id: 'mapping', options: { fields: { event_key: 'host', title: 'text' } } },
      settings: { labels: { team: 'shop' }, heartbeat: { expect_every: '2h' }, deduplicate: true },
    });
  });

  /** Reads the webhook of the page through the API. */
  async function readSource(): Promise<{ settings: object; plugin_info: object; name: string }> {
    const id = /webhook_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '';
    const { body } = await call<{ settings: object; plugin_info: object; name: string }>(
      'GET',
      `${fixture.api.url}/monitoring/v1/webhook/${id}?domain_id=demo`,
    );
    return body;
  }

  it('saves what was changed, and keeps what was not', async () => {
    await openTab('Settings');
    const before = await readSource();
    await page.getByLabel('Name', { exact: true }).fill('Mapped');
    await page.getByLabel('Value 1 of Labels').fill('db');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByRole('heading', { name: 'Mapped', exact: true }).waitFor();
    const after = await readSource();
    expect(after.settings).toEqual({ ...before.settings, labels: { team: 'db' } });
    await page.getByRole('button', { name: 'Change the plugin' }).click();
    await page.getByText('The plugin is changed.').waitFor();
    expect((await readSource()).plugin_info).toEqual(before.plugin_info);
    expect(await findViolations(page)).toEqual([]);
  });

  it('disables a source, takes that back, and replaces its address', async () => {
    await page.locator('summary', { hasText: 'Actions' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('group', { name: 'State' }).getByText('Disabled').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('group', { name: 'State' }).getByText('Nothing received yet').waitFor();
    await page.locator('summary', { hasText: 'Actions' }).click();
    await page.getByRole('button', { name: 'Replace the address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace the address' });
    await dialog.getByLabel('The old address').selectOption('works for another hour');
    await dialog.getByRole('button', { name: 'Replace the address' }).click();
    const url = await dialog.getByRole('region', { name: 'The new address' }).textContent();
    expect(url).toContain('/monitoring/v1/webhook/');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/The old address works for \d+ min/).waitFor();
  });

  it('creates a heartbeat by a form, shows its pings, changes and deletes it', async () => {
    await openTab('Heartbeats');
    await page.getByRole('button', { name: 'Create a heartbeat' }).click();
    const form = page.getByRole('dialog', { name: 'Create a heartbeat' });
    await form.getByLabel('Name').fill('nightly backup');
    await form.getByLabel('Longest time between two pings').fill('soon');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.locator('.refusal').first().waitFor();
    await form.getByLabel('Name').fill('nightly-backup');
    await form.getByLabel('Longest time between two pings').fill('10m');
    expect(await findViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('waits for its first ping').waitFor();
    const address =
      (await page.getByRole('region', { name: 'The address of nightly-backup' }).textContent()) ?? '';
    await fetch(fixture.api.url + address.slice(address.indexOf('/monitoring/')), { method: 'POST' });
    const card = page.getByRole('listitem').filter({ hasText: 'nightly-backup' });
    await card.getByText('alive', { exact: true }).waitFor();
    await page.getByRole('meter', { name: /of 11 min since the last ping/ }).waitFor();
    await page.getByRole('button', { name: 'Edit nightly-backup' }).click();
    await page.getByLabel('Pings are expected').selectOption('at certain times');
    await page.getByLabel('Schedule').fill('0 3 * * *');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A ping after each time of 0 3 * * * (UTC)').waitFor();
    await page.getByRole('button', { name: 'Delete nightly-backup' }).click();
    await page.getByLabel('Type nightly-backup to delete it').fill('nightly-backup');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('deletes a source only if its name is typed', async () => {
    await page.locator('summary', { hasText: 'Actions' }).click();
    await page.locator('.menu-items').getByRole('button', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    await page.getByLabel('Type Mapped to delete it').fill('Grafana');
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type Mapped to delete it').fill('Mapped');
    await confirm.click();
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await page.getByRole('link', { name: 'Grafana', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Mapped' }).count()).toBe(0);
    expect(fixture.browserErrors).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { rootApiKey } from '#test/processes.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS, typeIntoPalette } from './console-under-test.js';
import { findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('a domain of the console that is entered', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    await fixture.postAlarm('disk of demo', { severity: 'CRITICAL' });
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, rootApiKey, 'demo');
    await alert('disk of demo').waitFor();
  });
  afterAll(() => fixture?.close());

  const alert = (title: string, on = page) => on.getByRole('link', { name: title });
  const menu = (on = page) => on.locator('.project-button');
  const dialog = (on: Page) => on.getByRole('dialog', { name: 'Switch domain' });

  async function enter(domain: string, on = page): Promise<void> {
    await typeIntoPalette(on, 'switch domain');
    await on.keyboard.press('Enter');
    await dialog(on).getByLabel('Domain').fill(domain);
    await on.keyboard.press('Enter');
  }

  it('is offered again once it has a source, though it was new when it was entered', async () => {
    // Another one if the test is tried again: this one is not new then.
    const garden = `garden-${Date.now()}`;
    await enter(garden);
    const isNew = page.getByText(`The domain ${garden} is empty and new`);
    await isNew.waitFor();
    const part = { domain_id: garden, project_id: 'shed', plugin_info: { plugin_id: 'direct' } };
    await call('POST', `${fixture.api.url}/monitoring/v1/webhooks`, { ...part, name: 'Sprinklers' });
    await isNew.waitFor({ state: 'detached' });
    await enter('demo');
    await alert('disk of demo').waitFor();
    await menu().click();
    await page.getByRole('button', { name: garden, exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('is not taken for a switch of another tab before the answer to its own is there', async () => {
    const own = await fixture.newContext();
    const slow = await fixture.openPage(own);
    await fixture.signIn(slow, rootApiKey, 'demo');
    await alert('disk of demo', slow).waitFor();
    const held = Promise.withResolvers<void>();
    await slow.route('**/identity/v1/session/domain', async (route) => {
      const response = await route.fetch();
      await held.promise;
      await route.fulfill({ response });
    });
    // The session has moved, the page polls, and is refused.
    const refused = slow.waitForResponse(
      (response) => [401, 403].includes(response.status()) && response.url().includes('/v1/'),
    );
    await enter('shop', slow);
    await refused;
    await slow.waitForTimeout(1_000);
    expect(await dialog(slow).count()).toBe(1);
    held.resolve();
    await slow.getByText('in shop').waitFor();
    expect(await slow.getByText('Another tab has switched').count()).toBe(0);
    await slow.unrouteAll({ behavior: 'ignoreErrors' });
    await slow.goto('about:blank');
    await own.close();
  });

  it('is not offered to be switched to whoever came by a link, who is told how', async () => {
    const own = await fixture.newContext();
    const guest = await fixture.openPage(own);
    const { body } = await call<{ token: string }>('POST', `${fixture.api.url}/identity/v1/sign-in-token`, {
      domain_id: 'attic',
    });
    await guest.goto(`${fixture.url}/console/#sign-in=${body.token}`);
    await guest.getByRole('button', { name: 'Sign in with the link' }).click();
    await guest.getByText('The domain attic is empty and new').waitFor();
    await guest
      .getByText('To enter another one, sign out, and sign in with the root key and its name')
      .waitFor();
    expect(await guest.getByRole('button', { name: /Switch/ }).count()).toBe(0);
    expect(await findViolations(guest)).toEqual([]);
    await menu(guest).click();
    await guest.getByRole('link', { name: 'All projects' }).waitFor();
    expect(await guest.locator('.menu.project button').count()).toBe(0);
    await guest.keyboard.press('Escape');
    await typeIntoPalette(guest, 'switch');
    await expect
      .poll(() => guest.locator('.palette').getByRole('option').allTextContents(), { timeout: TIMEOUT_MS })
      .toEqual(['Search alerts for switchaction']);
    await own.close();
  });

  it('causes no errors in the browser', () => {
    expect(fixture.browserErrors).toEqual([]);
  });
});

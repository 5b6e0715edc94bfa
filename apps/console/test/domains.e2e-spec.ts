import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { rootApiKey } from '#test/processes.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS, typeIntoPalette } from './console-under-test.js';
import { findViolations, focusByTab, takeScreenshot } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the domain of the console', () => {
  let fixture: ConsoleUnderTest;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    const webhook = {
      domain_id: 'shop',
      project_id: 'till',
      name: 'Tills',
      plugin_info: { plugin_id: 'direct' },
    };
    const { body } = await call<{ webhook_url: string }>(
      'POST',
      `${fixture.api.url}/monitoring/v1/webhooks`,
      webhook,
    );
    await fixture.postAlarm('disk of demo', { severity: 'CRITICAL' });
    const path = new URL(body.webhook_url).pathname.replace(/^.*(?=\/monitoring\/)/, '');
    const alarm = { event_key: 'till', event_type: 'ALERT', title: 'till of shop', severity: 'ERROR' };
    await call('POST', fixture.api.url + path, alarm);
    context = await fixture.newContext();
    page = await fixture.openPage(context);
    await fixture.signIn(page, rootApiKey, 'demo');
  });
  afterAll(() => fixture?.close());

  const alert = (title: string, on = page) => on.getByRole('link', { name: title });
  const menu = (on = page) => on.locator('.project-button');
  const dialog = (on = page) => on.getByRole('dialog', { name: 'Switch domain' });
  const silences = async (domain: string) =>
    (
      await call<{ results: { name: string }[] }>(
        'GET',
        `${fixture.api.url}/notification/v1/silences?domain_id=${domain}`,
      )
    ).body.results.map(({ name }) => name);

  const find = (text: string, on = page) => typeIntoPalette(on, text);

  /** Switches by the menu, to a domain that this browser knows. */
  async function choose(domain: string, on = page): Promise<void> {
    await menu(on).click();
    await on.getByRole('button', { name: domain, exact: true }).click();
    await on.getByText(`in ${domain}`).waitFor();
  }

  it('is switched by keyboard, and everything is read anew', async () => {
    await page.goto(`${fixture.url}/console/#/search?project=p1&keyword=disk`);
    // So that the focus begins at the start of the page.
    await page.reload();
    await page.getByText('1 found').waitFor();
    await focusByTab(page, /demop1/);
    await page.keyboard.press('Enter');
    await focusByTab(page, /^\s*Switch domain …/);
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    expect(await page.evaluate(`document.activeElement.tagName`)).toBe('INPUT');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type('shop');
    await page.keyboard.press('Enter');
    await alert('till of shop').waitFor();
    expect(await alert('disk of demo').count()).toBe(0);
    expect(page.url()).toBe(`${fixture.url}/console/#/now`);
    expect(await page.title()).toBe('(1) Now · Tocsin');
    expect(await menu().textContent()).toContain('shop');
    await page.reload();
    await alert('till of shop').waitFor();
  });

  it('is switched back in two clicks, to a domain that was entered before', async () => {
    await choose('demo');
    await alert('disk of demo').waitFor();
    expect(await alert('till of shop').count()).toBe(0);
    const stored = async () => (await page.evaluate('JSON.stringify(localStorage)')) as string;
    await expect.poll(stored, { timeout: TIMEOUT_MS }).toContain(String.raw`[\"demo\",\"shop\"]`);
    expect(await stored()).not.toContain(rootApiKey);
  });

  it('is switched in the palette', async () => {
    await find('switch to sh');
    await page.keyboard.press('Enter');
    await alert('till of shop').waitFor();
    await find('switch domain');
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Domain').fill('demo');
    await dialog().getByRole('button', { name: 'Switch', exact: true }).click();
    await alert('disk of demo').waitFor();
  });

  it('is not switched to what is no name, which is said at the field', async () => {
    await menu().click();
    await page.getByRole('button', { name: 'Switch domain …' }).click();
    await dialog().getByLabel('Domain').fill('two words');
    await page.keyboard.press('Enter');
    await dialog().getByText('must be 1 to 64 characters').waitFor();
    expect(await dialog().getByLabel('Domain').inputValue()).toBe('two words');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('in demo').waitFor();
  });

  it('is said to be empty and new if its name was mistyped, and is not offered again', async () => {
    await find('switch domain');
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Domain').fill('shpo');
    await page.keyboard.press('Enter');
    await page.getByText('The domain shpo is empty and new').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Switch domain', exact: true }).click();
    await dialog().getByLabel('Domain').fill('demo');
    await page.keyboard.press('Enter');
    await alert('disk of demo').waitFor();
    await menu().click();
    await page.getByRole('button', { name: 'shop', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'shpo' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('is not switched while a form has something that would be lost', async () => {
    await page.goto(`${fixture.url}/console/#/told/silences?new=`);
    await page.getByRole('dialog', { name: 'New silence' }).getByLabel('Name').fill('kept');
    await find('switch to shop');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Discard what you entered?' }).waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByRole('dialog', { name: 'New silence' }).getByLabel('Name').inputValue()).toBe(
      'kept',
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('in demo').waitFor();
  });

  it('moves in the other tabs too, which say so', async () => {
    const other = await fixture.openPage(context);
    await other.goto(`${fixture.url}/console/#/search?keyword=disk`);
    await other.getByText('1 found').waitFor();
    await choose('shop');
    await other.getByText('Another tab has switched this browser from the domain demo to shop.').waitFor();
    await alert('till of shop', other).waitFor();
    expect(await alert('disk of demo', other).count()).toBe(0);
    expect(await findViolations(other)).toEqual([]);
    await other.getByRole('link', { name: 'Search' }).click();
    await other.getByText('1 found').waitFor();
    expect(await other.getByText('Another tab has switched').count()).toBe(0);
    await choose('demo');
    await other.getByText('in demo').waitFor();
    await other.close();
  });

  it('is never acted in by a tab that shows another, even one that has not heard of the switch', async () => {
    const stale = await fixture.openPage(context);
    // The browser keeps the messages of other tabs from it, as from a tab that it has frozen.
    await stale.addInitScript(`BroadcastChannel.prototype.addEventListener = () => undefined`);
    const held = Promise.withResolvers<void>();
    const pending = new Set<Request>();
    let isHeld = false;
    await stale.route(/\/v1\//, async (route) => {
      const request = route.request();
      const isOfForm = request.method() === 'POST' && request.url().endsWith('/silences');
      if (isHeld && !isOfForm) await held.promise;
      else if (!request.url().includes('/stream')) pending.add(request);
      await route.continue().catch(() => undefined);
    });
    stale.on('requestfinished', (request) => pending.delete(request));
    stale.on('requestfailed', (request) => pending.delete(request));
    await stale.goto(`${fixture.url}/console/#/told/silences?new=`);
    const form = stale.getByRole('dialog', { name: 'New silence' });
    await form.getByLabel('Field: Condition 1').fill('title');
    await form.getByLabel('Value: Condition 1').fill('disk of demo');
    await form.getByLabel('Reason').fill('CHG-7');
    await form.getByLabel('Name').fill('meant for demo');
    await form.getByText('1 open alert matches now').waitFor();
    // Nothing but what is sent with the form is answered after the switch.
    isHeld = true;
    await expect.poll(() => pending.size, { timeout: TIMEOUT_MS }).toBe(0);
    await choose('shop');
    await stale.waitForTimeout(500);
    expect(await form.getByLabel('Name').inputValue()).toBe('meant for demo');
    const sent = stale.waitForResponse(
      (response) => response.url().endsWith('/silences') && response.request().method() === 'POST',
    );
    await form.getByRole('button', { name: 'Silence', exact: true }).click();
    expect((await sent).status()).toBe(403);
    // It follows then.
    held.resolve();
    await stale.getByText('Another tab has switched this browser from the domain demo to shop.').waitFor();
    await stale.getByText('in shop').waitFor();
    expect([await silences('shop'), await silences('demo')]).toEqual([[], []]);
    await stale.close();
  });

  it('is another one for whoever signs in to it after signing out, and nothing of the first remains', async () => {
    await fixture.signOut(page);
    await page.getByLabel('API key').fill(rootApiKey);
    await page.getByLabel('Domain').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await alert('disk of demo').waitFor();
    expect(await alert('till of shop').count()).toBe(0);
  });

  it('is plain text for those whose key is of one domain', async () => {
    const own = await fixture.newContext();
    const viewer = await fixture.openPage(own);
    await fixture.signIn(viewer, await fixture.createKey('VIEWER', 'vic'));
    await alert('disk of demo', viewer).waitFor();
    await menu(viewer).click();
    await viewer.getByRole('link', { name: 'All projects' }).waitFor();
    expect(await viewer.locator('.menu.project button').count()).toBe(0);
    await viewer.keyboard.press('Escape');
    await find('switch', viewer);
    await expect
      .poll(() => viewer.locator('.palette').getByRole('option').allTextContents(), { timeout: TIMEOUT_MS })
      .toEqual(['Search alerts for switchaction']);
    await own.close();
  });

  it.each(['light', 'dark'] as const)('is switched on a phone, in %s', async (colorScheme) => {
    const own = await fixture.newContext({ viewport: { width: 360, height: 780 }, colorScheme });
    const phone = await fixture.openPage(own);
    await fixture.signIn(phone, rootApiKey, 'demo');
    await alert('disk of demo', phone).waitFor();
    expect(await menu(phone).locator('bdi').first().isVisible()).toBe(true);
    await menu(phone).click();
    const item = phone.getByRole('button', { name: 'Switch domain …' });
    await item.waitFor();
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    expect(await findViolations(phone)).toEqual([]);
    await takeScreenshot(phone, `domain-menu-${colorScheme}`);
    await item.click();
    await dialog(phone).getByLabel('Domain').fill('shop');
    expect(await findViolations(phone)).toEqual([]);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await dialog(phone).getByRole('button', { name: 'Switch', exact: true }).click();
    await alert('till of shop', phone).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await own.close();
  });

  it('is that of the account that another tab signs in with', async () => {
    const own = await fixture.newContext();
    const [first, second] = [await fixture.openPage(own), await fixture.openPage(own)];
    const member = await fixture.createKey('MEMBER', 'max');
    await fixture.signIn(second, await fixture.createKey('ADMIN', 'ann'));
    await first.goto(`${fixture.url}/console/#/sources`);
    await first.getByText('ann in demo').waitFor();
    const link = await call<{ token: string }>('POST', `${fixture.api.url}/identity/v1/sign-in-token`, {
      domain_id: 'elsewhere',
    });
    await second.goto(`${fixture.url}/console/#sign-in=${link.body.token}`);
    await second.getByRole('button', { name: 'Sign in with the link' }).click();
    await first
      .getByText('Another tab has switched this browser from the domain demo to elsewhere')
      .waitFor();
    await first.getByText('root in elsewhere').waitFor();
    await first.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    for (const reason of ['from the domain elsewhere to demo', undefined]) {
      await fixture.signOut(second);
      await first.getByText('The session has ended').waitFor();
      await second.getByLabel('API key').fill(member);
      await second.getByRole('button', { name: 'Sign in' }).click();
      await first.getByText('max in demo').waitFor();
      if (reason !== undefined) {
        await first.getByText(reason).waitFor();
        await first.getByRole('link', { name: 'Sources', exact: true }).click();
      }
      // An account of the same domain goes on where the other one was.
      await first.getByRole('heading', { name: 'Sources' }).waitFor();
      await expect.poll(() => first.getByRole('alert').count(), { timeout: TIMEOUT_MS }).toBe(0);
    }
    await own.close();
  });

  it('causes no errors in the browser', () => {
    expect(fixture.browserErrors).toEqual([]);
  });
});

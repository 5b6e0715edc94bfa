import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest } from './console-under-test.js';
import { findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the first steps in an empty domain', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1' }));
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'bob', 'new'));
  });
  afterAll(() => fixture?.close());

  const steps = () => page.getByRole('region', { name: 'First steps' });

  it('lead from a source and an alert to somebody who is told', async () => {
    await steps().getByRole('link', { name: 'Connect a source' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await steps().getByRole('button', { name: 'Send a demonstration alarm' }).click();
    await page.waitForURL(/#\/alert\/alert_/);
    await page.getByText('This alert comes from a demonstration alarm.').waitFor();
    await page.getByRole('link', { name: /^Now\b/ }).click();
    await steps().getByRole('heading', { name: 'See an alert (done)' }).waitFor();
    expect(await steps().locator('[aria-current=step]').textContent()).toContain('Tell somebody');
    // Until the open alerts are read, it leads to the search.
    await steps().locator('a[href*="/alert/"]', { hasText: 'Show it' }).click();
    await page.waitForURL(/#\/alert\/alert_/);
    // The steps are read when Now is entered: the page of the alert must have taken its place.
    await page.getByText('This alert comes from a demonstration alarm.').waitFor();
    const subscription = {
      ...{ domain_id: 'new', name: 'on call', protocol_id: 'webhook' },
      options: { url: 'http://127.0.0.1:9/' },
    };
    const made = await call('POST', `${fixture.api.url}/notification/v1/subscriptions`, subscription);
    expect(made.status).toBe(201);
    await page.getByRole('link', { name: /^Now\b/ }).click();
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    await steps().waitFor({ state: 'detached' });
  });

  it('can be hidden, and are not shown to those who may only read', async () => {
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'bob', 'newer'));
    await steps().getByRole('button', { name: 'Hide' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    await page.waitForTimeout(1_000);
    expect(await steps().count()).toBe(0);
    const other = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(other, await fixture.createKey('VIEWER', 'wall', 'newest'));
    await other.waitForTimeout(1_000);
    expect(await other.getByRole('region', { name: 'First steps' }).count()).toBe(0);
    expect(fixture.browserErrors).toEqual([]);
  });
});

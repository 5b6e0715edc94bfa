import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest } from './console-under-test.js';
import { findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the page of an alert', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeEach(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
  });
  afterEach(() => fixture?.close());

  it('resolves it with a comment, and says that it returns if the source still reports it', async () => {
    await fixture.postAlarm('printer');
    await page.getByRole('link', { name: 'printer', exact: true }).click();
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByLabel('What solved it').fill('new toner');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Resolved by ann: new toner').waitFor();
    const returns = /; returns in (1 h|59 min) if it stays/;
    await page.getByText(new RegExp(`The source has not reported a recovery${returns.source}`)).waitFor();
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
    await fixture.postAlarm('printer', { severity: 'INFO' });
    await page.getByText(new RegExp(`Still reported by the source${returns.source}`)).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});

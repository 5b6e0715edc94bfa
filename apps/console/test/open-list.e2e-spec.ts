import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations, focusByTab } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('the list of open alerts', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'ann'));
    for (const [key, team] of [
      ['disk', 'db'],
      ['replication', 'db'],
      ['backup', 'db'],
      ['checkout', 'shop'],
      ['basket', 'shop'],
    ] as const)
      await fixture.postAlarm(key, { labels: { team, 'app.kubernetes.io/name': `${key}=1` } });
  });
  afterAll(() => fixture?.close());

  const rows = () => page.getByRole('region', { name: 'Open alerts' }).getByRole('article');
  const row = (title: string) => rows().filter({ hasText: title });
  const expectRows = (count: number) =>
    expect.poll(() => rows().count(), { timeout: TIMEOUT_MS }).toBe(count);
  const dialog = () => page.getByRole('dialog');
  async function readAlert(event_key: string) {
    const { body } = await call<{ results: object[] }>(
      'GET',
      `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo&event_key=${event_key}`,
    );
    return body.results[0];
  }

  it('is narrowed to labels by the chips of its rows and by typing, and the address contains them', async () => {
    await expectRows(5);
    await row('disk').getByRole('link', { name: 'team=db' }).click();
    await expectRows(3);
    await page.getByLabel('Label', { exact: true }).fill('app.kubernetes.io/name=disk=1');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expectRows(1);
    await page.reload();
    await expectRows(1);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Label', { exact: true }).fill('team');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('Enter a label with its value, like team=db.').waitFor();
    await page.getByLabel('Label', { exact: true }).fill('site=none');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('None of the 5 open alerts has these labels.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove site=none' }).click();
    await expectRows(1);
    await page.getByRole('button', { name: 'Remove app.kubernetes.io/name=disk=1' }).click();
    await expectRows(3);
    await page.goto(`${fixture.url}/console/#/now?labels=%7B`);
    await expectRows(5);
  });

  it('resolves an alert after it says that it returns if it stays', async () => {
    await row('basket').getByRole('button', { name: 'Resolve' }).click();
    await dialog().getByText('Still reported by the source; returns in 1 h if it stays.').waitFor();
    await dialog().getByText('basket', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await row('basket').getByRole('button', { name: 'Resolve' }).click();
    await dialog().getByLabel('What solved it').fill('emptied');
    await dialog().getByLabel('If the source still reports it').selectOption('0s');
    await dialog().getByText('Still reported by the source; returns with the next report.').waitFor();
    await dialog().getByRole('button', { name: 'Resolve' }).dblclick();
    await row('basket').waitFor({ state: 'detached' });
    await expectRows(4);
    expect(await readAlert('basket')).toMatchObject({
      ...{ resolved_reason: 'MANUAL', resolved_by: 'ann', resolved_comment: 'emptied' },
    });
  });

  it('acknowledges and resolves the selected alerts, and no others', async () => {
    await row('disk').getByRole('checkbox').check();
    await row('backup').getByRole('checkbox').check();
    await page.getByText('2 selected').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Acknowledge 2 alerts' }).click();
    await page.getByText('2 acknowledged.').waitFor();
    await expect
      .poll(() => rows().filter({ hasText: 'acknowledged by ann' }).count(), { timeout: TIMEOUT_MS })
      .toBe(2);
    await page.getByRole('button', { name: 'Resolve 2 alerts' }).click();
    await page.getByRole('heading', { name: 'Resolve 2 alerts?' }).waitFor();
    await dialog().getByRole('button', { name: 'Resolve' }).click();
    await expectRows(2);
    expect(await page.getByText('2 resolved.').textContent()).toBe('2 resolved.');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Open alerts');
    await page.getByLabel('Select all 2').check();
    await page.getByText('2 selected').waitFor();
    await page.getByLabel('2 selected').uncheck();
    await page.getByLabel('Select all 2').waitFor();
    expect(await readAlert('checkout')).toMatchObject({ state: 'OPEN', acknowledged: false });
  });

  it('can be used by keyboard alone', async () => {
    await page.goto(`${fixture.url}/console/#/now`);
    await page.reload();
    await expectRows(2);
    await focusByTab(page, /^ ?Label/);
    await page.keyboard.type('team=shop');
    await page.keyboard.press('Enter');
    await expectRows(1);
    await focusByTab(page, /Select checkout/);
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await focusByTab(page, /Resolve 1 alerts|Resolve …/);
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await page.keyboard.type('by hand');
    await page.keyboard.press('Enter');
    await page.getByText('None of the 1 open alerts has these labels.').waitFor();
    expect(await readAlert('checkout')).toMatchObject({ state: 'RESOLVED', resolved_comment: 'by hand' });
    await page.goto(`${fixture.url}/console/#/now`);
  });

  it('fits a narrow phone, and offers a VIEWER nothing to press', async () => {
    const labels = { team: 'x'.repeat(300), 'with space': 'and "quotes"' };
    await fixture.postAlarm('long', { title: 'y'.repeat(400), labels, resource: { name: 'z'.repeat(200) } });
    await expectRows(2);
    await page.setViewportSize({ width: 360, height: 780 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
    await row('yyy').getByRole('button', { name: 'Resolve' }).click();
    await dialog().waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const viewer = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(viewer, await fixture.createKey('VIEWER', 'vic'));
    await viewer.getByRole('article').first().waitFor();
    expect(await viewer.getByRole('checkbox').count()).toBe(0);
    expect(await viewer.getByRole('article').getByRole('button').count()).toBe(0);
    expect(await findViolations(viewer)).toEqual([]);
    expect(fixture.browserErrors).toEqual([]);
  });
});

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

  const filter = () => page.getByRole('searchbox', { name: 'Filter' });
  const owners = (name: string) => rows().getByRole('img', { name });

  it('is narrowed to labels by the chips of its rows and by typing, and the address contains them', async () => {
    await expectRows(5);
    await row('disk').getByRole('link', { name: 'team=db' }).click();
    await expectRows(3);
    // What all have is said once.
    await page.getByText('All have').waitFor();
    expect(await row('disk').getByRole('link', { name: 'team=db' }).count()).toBe(0);
    await filter().fill('app.kubernetes.io/name=disk=1');
    await page.keyboard.press('Enter');
    await expectRows(1);
    await page.reload();
    await expectRows(1);
    expect(await findViolations(page)).toEqual([]);
    await filter().fill('site=none');
    await page.keyboard.press('Enter');
    await page.getByText('None of the 5 open alerts matches.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove site=none' }).click();
    await expectRows(1);
    await page.getByRole('button', { name: 'Remove app.kubernetes.io/name=disk=1' }).click();
    await expectRows(3);
    await page.goto(`${fixture.url}/console/#/now?labels=%7B`);
    await expectRows(5);
  });

  it('is narrowed by words, severity, source and what nobody was told of, and sorted and grouped', async () => {
    await filter().pressSequentially('check');
    await expectRows(1);
    expect(page.url()).toContain('words=check');
    await filter().fill('');
    await expectRows(5);
    await fixture.postAlarm('basket', { severity: 'CRITICAL', labels: { team: 'shop' } });
    const totals = page.getByRole('list', { name: 'Open alerts by severity' });
    await totals.getByRole('button', { name: '1 critical' }).click();
    await expectRows(1);
    await totals.getByRole('button', { name: '1 critical', pressed: true }).click();
    await expectRows(5);
    for (const [choice, count] of [
      ['direct', 5],
      ['Told to nobody', 5],
      ['Silenced or inhibited', 0],
    ] as const) {
      await page.locator('summary', { hasText: 'Add filter' }).click();
      await page.getByRole('link', { name: choice }).last().click();
      await expectRows(count);
    }
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('Group by').selectOption('labels.team');
    await expectRows(5);
    const group = page.getByRole('button', { name: 'team=db 3' });
    await group.click();
    await expectRows(2);
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    await page.getByLabel('Select the group team=shop').check();
    await page.getByRole('group', { name: 'Selected alerts' }).getByText('2 selected').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await page.getByLabel('Order').selectOption('newest');
    expect(page.url()).toContain('order=newest&group=labels.team');
    await page.goto(`${fixture.url}/console/#/now?all=`);
    await expectRows(5);
  });

  it('keeps views with a name, and opens with the one that the user has chosen', async () => {
    await page.goto(`${fixture.url}/console/#/now?labels=${encodeURIComponent('{"team":"shop"}')}`);
    await expectRows(2);
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog().getByLabel('Name').fill('Shop');
    await dialog().getByLabel('Open Now with it').check();
    expect(await findViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Shop 2' }).waitFor();
    await views.getByRole('link', { name: 'All 5' }).click();
    await expectRows(5);
    await page.goto(`${fixture.url}/console/#/search`);
    await page.getByRole('link', { name: 'Now' }).click();
    await expectRows(2);
    expect(await views.locator('[aria-current]').textContent()).toContain('Shop');
    await page.locator('summary[aria-label="View Shop"]').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await views.getByRole('link', { name: 'Shop' }).waitFor({ state: 'detached' });
    await page.goto(`${fixture.url}/console/#/now?all=`);
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
    const selection = page.getByRole('group', { name: 'Selected alerts' });
    // The selection ends with each act that succeeds.
    const select = async () => {
      await selection.waitFor({ state: 'detached' });
      await row('disk').getByRole('checkbox').check();
      await row('backup').getByRole('checkbox').check();
      await selection.getByText('2 selected').waitFor();
    };
    await select();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Acknowledge 2 alerts' }).click();
    await page.getByText('Acknowledged: 2 alerts').waitFor();
    await expect.poll(() => owners('Acknowledged by ann').count(), { timeout: TIMEOUT_MS }).toBe(2);
    // Others come first: acknowledged ones step back.
    expect(await rows().last().getByRole('img').count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => owners('Acknowledged by ann').count(), { timeout: TIMEOUT_MS }).toBe(0);
    await select();
    await page.getByRole('button', { name: 'Acknowledge 2 alerts' }).click();
    await expect.poll(() => owners('Acknowledged by ann').count(), { timeout: TIMEOUT_MS }).toBe(2);
    await select();
    await page.locator('summary[aria-label="Assign 2 alerts"]').click();
    await page.getByRole('button', { name: 'To me', exact: true }).click();
    await expect.poll(() => owners('Assigned to ann').count(), { timeout: TIMEOUT_MS }).toBe(2);
    await select();
    await page.getByRole('button', { name: 'Silence 2 alerts' }).click();
    await dialog().getByRole('button', { name: '1 h These 2 alerts' }).click();
    await expect.poll(() => rows().filter({ hasText: 'silenced' }).count(), { timeout: TIMEOUT_MS }).toBe(2);
    await select();
    await page.getByRole('button', { name: 'Resolve 2 alerts' }).click();
    await page.getByRole('heading', { name: 'Resolve 2 alerts?' }).waitFor();
    await dialog().getByRole('button', { name: 'Resolve' }).click();
    await expectRows(2);
    await page.getByText('2 resolved.').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Open alerts');
    await page.getByLabel('Select all 2').check();
    await page.getByLabel('2 selected').uncheck();
    await page.getByLabel('Select all 2').waitFor();
    expect(await readAlert('checkout')).toMatchObject({ state: 'OPEN', acknowledged: false });
  });

  it('can be used by keyboard alone', async () => {
    await page.goto(`${fixture.url}/console/#/now`);
    await page.reload();
    await expectRows(2);
    await focusByTab(page, /Filter/);
    await page.keyboard.type('team=shop');
    await page.keyboard.press('Enter');
    await expectRows(1);
    await focusByTab(page, /Select checkout/);
    await page.keyboard.press('Space');
    await page.getByText('1 selected').first().waitFor();
    await focusByTab(page, /Resolve checkout/);
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await page.keyboard.type('by hand');
    await page.keyboard.press('Enter');
    await page.getByText('None of the 1 open alerts matches.').waitFor();
    expect(await readAlert('checkout')).toMatchObject({ state: 'RESOLVED', resolved_comment: 'by hand' });
    await page.goto(`${fixture.url}/console/#/now?all=`);
  });

  it('has keys of one letter, which do nothing while somebody types and can be switched off', async () => {
    for (const key of ['first', 'second', 'third']) await fixture.postAlarm(key, { severity: 'INFO' });
    await expectRows(4);
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    const titles = await rows().locator('.title').allTextContents();
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(titles[0]);
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(titles[1]);
    await page.keyboard.press('k');
    await expect.poll(focused).toBe(titles[0]);
    await page.keyboard.press('x');
    await page.getByLabel('1 selected').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('i');
    await expect.poll(() => owners('Assigned to ann').count(), { timeout: TIMEOUT_MS }).toBe(1);
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await dialog().getByRole('heading', { name: 'Silence', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await dialog().getByText('Previous alert').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog().getByLabel('Keys of one letter act in this browser').uncheck();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    expect(await page.locator('#filter:focus').count()).toBe(0);
    await page.getByRole('button', { name: 'Keys' }).click();
    await dialog().getByLabel('Keys of one letter act in this browser').check();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('jar');
    await page.getByText('None of the 4 open alerts matches.').waitFor();
    expect(await filter().inputValue()).toBe('jar');
    await page.goto(`${fixture.url}/console/#/now?all=`);
  });

  it('fits a narrow phone, and offers a VIEWER nothing to press', async () => {
    const labels = { team: 'x'.repeat(300), 'with space': 'and "quotes"' };
    await fixture.postAlarm('long', { title: 'y'.repeat(400), labels, resource: { name: 'z'.repeat(200) } });
    await expectRows(5);
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

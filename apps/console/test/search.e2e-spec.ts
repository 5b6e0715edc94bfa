import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { focusByTab, findViolations } from './page-checks.js';

/** The bars of a day and of the hour that has begun. */
const HOURS = 25;

requireProgram('chromium', 'apt-get install chromium')('searching in the console', () => {
  let fixture: ConsoleUnderTest;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    context = await fixture.newContext({ acceptDownloads: true });
    page = await fixture.openPage(context);
    await fixture.postAlarm('disk', { severity: 'WARNING', labels: { team: 'storage' } });
    await fixture.postAlarm('again', { severity: 'CRITICAL', title: 'disk again', labels: { team: 'db' } });
    await fixture.postAlarm('other', { severity: 'CRITICAL', title: 'queue', labels: { team: 'db' } });
    const list = `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo`;
    await until(
      async () => (await call<{ total_count: number }>('GET', list)).body.total_count,
      (count) => count === 3,
    );
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
  });
  afterAll(() => fixture?.close());

  async function addCondition(field: string, operator: string, value: string): Promise<void> {
    const form = page.getByRole('form', { name: 'Add a condition' });
    if ((await form.count()) === 0)
      await page.getByRole('button', { name: 'Condition', exact: true }).click();
    await form.getByLabel('Field').fill(field);
    await form.getByLabel('Operator').selectOption(operator);
    await form.getByLabel('Value').fill(value);
    await form.getByRole('button', { name: 'Add' }).click();
  }

  async function download(kind: string): Promise<string> {
    await page.locator('summary').filter({ hasText: 'Download' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: kind }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  }

  const columns = () => page.getByRole('columnheader').allTextContents();

  it('searches by the conditions in the page address, and downloads the results as CSV', async () => {
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByText('3 found').waitFor();
    await addCondition('severity', 'is', 'CRITICAL');
    await page.getByText('2 found').waitFor();
    await page.getByLabel('Words').fill('again');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 found').waitFor();
    expect(await findViolations(page)).toEqual([]);
    const same = await fixture.openPage(context);
    await same.goto(page.url());
    await same.getByText('1 found').waitFor();
    await same.close();
    const csv = await download('Download CSV');
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toMatch(/^opened_at,severity,state,title,[^\r]*\r\n\d{4}-[^\r]*,CRITICAL,OPEN,disk again,/);
  });

  it('takes conditions as text, and says what is wrong with them', async () => {
    await page.goto(`${fixture.url}/console/#/search`);
    await page.reload();
    await page.getByRole('button', { name: 'As text' }).click();
    const text = page.getByLabel('Conditions in the query language');
    await text.fill('severity = ');
    await page.getByRole('button', { name: 'Use' }).click();
    await page.locator('.refusal').waitFor();
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    expect(await text.inputValue()).toBe('severity = ');
    expect(await findViolations(page)).toEqual([]);
    await text.fill('severity = CRITICAL and labels.team = db');
    await page.getByRole('button', { name: 'Use' }).click();
    await page.getByRole('button', { name: 'Remove labels.team = "db"' }).waitFor();
    await addCondition('no_such_field', 'is', 'x');
    await expect
      .poll(() => page.getByRole('alert').allTextContents(), { timeout: TIMEOUT_MS })
      .toEqual(expect.arrayContaining([expect.stringContaining('no_such_field')]));
  });

  it('completes the values of a field', async () => {
    await page.goto(`${fixture.url}/console/#/search`);
    await page.reload();
    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    await page.getByLabel('Field').fill('labels.team');
    await page.keyboard.press('Tab');
    const offered = () =>
      page.evaluate<string[]>(
        `[...document.querySelector('[aria-label=Value]').list.options].map((option) => option.value)`,
      );
    await expect.poll(offered, { timeout: TIMEOUT_MS }).toEqual(['db', 'storage']);
  });

  it('searches by number and boolean, and shows the columns of the searched records', async () => {
    await page.goto(`${fixture.url}/console/#/search?columns=title,event_count`);
    await page.getByText('3 found').waitFor();
    for (const [field, operator, value, found] of [
      ['acknowledged', 'is', 'false', '3 found'],
      ['event_count', '>', '5', '0 found'],
    ] as const) {
      await addCondition(field, operator, value);
      await page.getByText(found).waitFor();
    }
    await page.getByText('Nothing was found.').waitFor();
    await page.getByLabel('Search in').selectOption('Events');
    await page.getByRole('columnheader', { name: 'Created' }).waitFor();
    await page.getByRole('columnheader', { name: 'Type' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('moves columns by dragging and by keyboard, adds and removes them, all in the address', async () => {
    await page.goto(`${fixture.url}/console/#/search?columns=title,severity,state`);
    await page.reload();
    await page.getByText('3 found').waitFor();
    await page
      .getByRole('columnheader', { name: 'State' })
      .dragTo(page.getByRole('columnheader', { name: 'Title' }));
    await expect.poll(columns, { timeout: TIMEOUT_MS }).toEqual(['State', 'Title', 'Severity']);
    await page.locator('summary').filter({ hasText: 'Columns' }).focus();
    await page.keyboard.press('Enter');
    await focusByTab(page, /Move Severity up/);
    await page.keyboard.press('Enter');
    await expect.poll(columns, { timeout: TIMEOUT_MS }).toEqual(['State', 'Severity', 'Title']);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove State' }).click();
    await page.getByLabel('Column', { exact: true }).fill('labels.team');
    await page.keyboard.press('Enter');
    await expect.poll(columns, { timeout: TIMEOUT_MS }).toEqual(['Severity', 'Title', 'labels.team']);
    await page.getByRole('cell', { name: 'storage' }).waitFor();
    expect(new URLSearchParams(page.url().split('?')[1]).get('columns')).toBe('severity,title,labels.team');
    await page.keyboard.press('Escape');
  });

  it('shows more results, sorts them by a column, and downloads all of them as JSON lines', async () => {
    const many = Array.from({ length: 120 }, (_, number) => ({
      event_key: `many-${number}`,
      event_type: 'RECOVERY',
      title: 'many',
    }));
    await call('POST', fixture.api.url + fixture.webhook.path, many);
    await page.goto(`${fixture.url}/console/#/search?of=events&from=&keyword=many`);
    const found = async () => {
      await page.getByRole('button', { name: 'Search' }).click();
      return page.getByText(/ found/).textContent();
    };
    await expect.poll(found, { timeout: TIMEOUT_MS }).toBe('120 found, the first 100 are shown');
    await page.getByRole('button', { name: 'Show 100 more' }).click();
    await page.getByText('120 found').waitFor();
    await expect.poll(() => page.getByRole('row').count(), { timeout: TIMEOUT_MS }).toBe(121);
    expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Title' }).click();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'))
      .toBe('descending');
    expect(new URL(page.url()).hash).toContain('sort=-title');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    const lines = (await download('Download JSON lines')).trim().split('\r\n');
    expect(lines).toHaveLength(120);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ title: 'many', event_type: 'RECOVERY' });
  });

  it('shows the values of a bar, and narrows the time range by dragging over the chart', async () => {
    await page.goto(`${fixture.url}/console/#/search?from=now%20-%201d`);
    await page.reload();
    const over = page.locator('.u-over');
    await over.waitFor();
    const box = (await over.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // The last bar, or the one before it if the hour has just begun.
    const hover = async () => {
      const texts: (string | null)[] = [];
      for (const bar of [0.5, 1.5]) {
        await page.mouse.move(box.x + box.width * (1 - bar / HOURS), box.y + 20);
        texts.push(await page.locator('.chart-tip').textContent());
      }
      return texts.join();
    };
    await expect.poll(hover, { timeout: TIMEOUT_MS }).toContain('2 critical, 1 warning');
    await page.mouse.move(box.x + box.width * 0.25, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => page.url(), { timeout: TIMEOUT_MS }).toMatch(/(?:(?:from|to)=\d{4}-.*){2}/);
    await page.goBack();
    await expect
      .poll(() => page.getByLabel('Time', { exact: true }).inputValue(), { timeout: TIMEOUT_MS })
      .toBe('now - 1d');
  });

  it('can be used by keyboard', async () => {
    await page.reload();
    await page.getByText(/\d found/).waitFor();
    await focusByTab(page, /Words/);
    await page.keyboard.type('again');
    await page.keyboard.press('Enter');
    await page.getByText('1 found').waitFor();
  });

  it('fits a phone', async () => {
    const narrow = await fixture.newContext({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' });
    const phone = await fixture.openPage(narrow);
    await fixture.signIn(phone, await fixture.createKey('VIEWER', 'vic'));
    await phone.getByRole('link', { name: 'Search' }).click();
    await phone.getByText('3 found').waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await findViolations(phone)).toEqual([]);
    await narrow.close();
    expect(fixture.browserErrors).toEqual([]);
  });
});

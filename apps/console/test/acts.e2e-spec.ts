import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations, takeScreenshot } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('acts on alerts on which others act as well', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;
  let keyOfMax: string;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext());
    keyOfMax = await fixture.createKey('MEMBER', 'max');
    for (const key of ['disk', 'backup']) await fixture.postAlarm(key, { severity: 'WARNING' });
    await fixture.signIn(page, await fixture.createKey('MEMBER', 'ann'));
  });
  afterAll(() => fixture?.close());

  const rows = () => page.getByRole('region', { name: 'Open alerts' }).getByRole('article');
  const row = (title: string) => rows().filter({ hasText: title });
  const messages = () => page.getByRole('status', { name: 'Messages' });
  const undo = async () => {
    await messages().getByRole('button', { name: 'Undo' }).last().click();
    await messages()
      .getByText(/^(Undone|Not undone)/)
      .last()
      .waitFor();
    await dismissAll();
  };
  const dismissAll = async () => {
    const buttons = messages().getByRole('button', { name: 'Dismiss' });
    while ((await buttons.count()) > 0) await buttons.first().click();
  };
  type Alert = { alert_id: string } & Record<string, unknown>;
  async function readAlert(event_key: string): Promise<Alert> {
    const url = `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo&event_key=${event_key}`;
    return (await call<{ results: [Alert] }>('GET', url)).body.results[0];
  }
  async function actAsMax(event_key: string, verb: string, body: object) {
    const { alert_id } = await readAlert(event_key);
    const url = `${fixture.api.url}/monitoring/v1/alert/${alert_id}/${verb}`;
    const headers = { authorization: `Bearer ${keyOfMax}` };
    expect(await call('PUT', url, body, headers)).toMatchObject({ status: 200 });
  }
  const openAlert = async (event_key: string) => {
    await expect.poll(() => readAlert(event_key), { timeout: TIMEOUT_MS }).toBeDefined();
    await page.goto(`${fixture.url}/console/#/alert/${(await readAlert(event_key)).alert_id}`);
    await page.getByRole('region', { name: 'Actions' }).waitFor();
  };

  it('leaves a selected alert to the colleague who has acknowledged it', async () => {
    const ofMax = { acknowledged: true, acknowledged_by: 'max', comment: 'on it' };
    await actAsMax('disk', 'acknowledge', { comment: 'on it' });
    await row('disk').getByRole('img', { name: 'Acknowledged by max' }).waitFor();
    await row('disk').getByRole('checkbox').check();
    expect(await page.getByRole('button', { name: 'Acknowledge 1 alerts' }).isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await row('backup').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Acknowledge 2 alerts' }).click();
    await messages().getByText('Acknowledged: backup').waitFor();
    expect(await readAlert('disk')).toMatchObject(ofMax);
    expect(await readAlert('backup')).toMatchObject({ acknowledged_by: 'ann' });
    await undo();
    expect(await readAlert('disk')).toMatchObject(ofMax);
    expect(await readAlert('backup')).toMatchObject({ acknowledged: false });
  });

  it('undoes no acknowledgement and no assignment that a colleague has made since', async () => {
    await row('backup').getByRole('button', { name: 'Assign to me' }).click();
    await row('backup').getByRole('img', { name: 'Assigned to ann' }).waitFor();
    await actAsMax('backup', 'assign', { assignee: 'max' });
    await undo();
    expect(await readAlert('backup')).toMatchObject({ assignee: 'max', acknowledged_by: 'ann' });
    await row('backup').getByRole('button', { name: 'Assign to me' }).click();
    await messages().getByText('Assigned to ann: backup').waitFor();
    await undo();
    expect(await readAlert('backup')).toMatchObject({ assignee: 'max', acknowledged_by: 'ann' });

    await fixture.postAlarm('mail', { severity: 'WARNING' });
    await openAlert('mail');
    await page.keyboard.press('a');
    await messages().getByText('Acknowledged: mail').waitFor();
    await actAsMax('mail', 'acknowledge', { comment: 'mine' });
    await undo();
    expect(await readAlert('mail')).toMatchObject({ acknowledged_by: 'max', comment: 'mine' });
  });

  it('offers to undo what took back an own acknowledgement, and none of somebody else', async () => {
    const back = page.getByRole('button', { name: 'Unacknowledge' });
    await openAlert('mail');
    // A button that has just turned into its opposite does nothing; one of a new page does.
    await page.reload();
    await page.getByText('acknowledged by max', { exact: true }).waitFor();
    await back.click();
    await messages().getByText('No longer acknowledged: mail').waitFor();
    expect(await messages().getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.locator('summary[aria-label^="Acknowledge for a time"]').click();
    await page.getByRole('button', { name: 'With a comment' }).click();
    await page.getByLabel('Comment', { exact: true }).fill('my own');
    await page.keyboard.press('Enter');
    await page.getByText('acknowledged by ann', { exact: true }).waitFor();
    await page.reload();
    await back.click();
    await messages().getByText('No longer acknowledged: mail').waitFor();
    await undo();
    expect(await readAlert('mail')).toMatchObject({ acknowledged_by: 'ann', comment: 'my own' });
  });

  it('ignores presses on alerts that others have just moved under the pointer, and says so', async () => {
    await fixture.postAlarm('calm', { severity: 'ERROR' });
    await fixture.postAlarm('slow', { severity: 'ERROR' });
    await page.goto(`${fixture.url}/console/#/now`);
    await page.reload();
    await row('calm').waitFor();
    await row('slow').waitFor();
    // Dates stand still, so that what has just moved stays so.
    const start = Date.now();
    await page.clock.setFixedTime(start);
    const placeOf = async (name: string) => {
      const box = await rows().first().getByRole('button', { name }).boundingBox();
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    };
    await rows().first().hover();
    const [acknowledge, assign] = [await placeOf('Acknowledge'), await placeOf('Assign to me')];
    await page.mouse.move(...acknowledge);
    await fixture.postAlarm('urgent', { severity: 'CRITICAL' });
    const isFirst = (title: string) => rows().first().filter({ hasText: title }).waitFor();
    await isFirst('urgent');
    await page.mouse.click(...assign);
    await messages().getByText('the rows have just moved').waitFor();
    await takeScreenshot(page, 'rows-moved');
    await dismissAll();
    expect(await readAlert('urgent')).toMatchObject({ acknowledged: false, assignee: null });
    // Whoever presses once more has read what is there now.
    await page.mouse.click(...acknowledge);
    await messages().getByText('Acknowledged: urgent').waitFor();
    // What moves by an own act may be pressed at once, though not by the second half of a double click.
    await isFirst('slow');
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.mouse.click(...acknowledge);
    await messages().getByText('Acknowledged: slow').waitFor();
    await isFirst('calm');
    expect(await readAlert('calm')).toMatchObject({ acknowledged: false, assignee: null });
    await page.clock.setFixedTime(start + 60_000);
  });

  it('asks before it leaves a note that is half written', async () => {
    await openAlert('mail');
    const note = page.getByLabel('Note', { exact: true });
    const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
    await note.fill('the supplier');
    await page.getByRole('link', { name: 'Open alerts' }).click();
    await question.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'note-discard');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await note.inputValue()).toBe('the supplier');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input:focus').waitFor();
    await page.keyboard.type('sources');
    await page.keyboard.press('Enter');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Open alerts' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    // Nothing is asked where nothing is lost.
    await openAlert('mail');
    await note.fill('called');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('called', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Open alerts' }).click();
    await page.getByRole('heading', { name: 'Now' }).waitFor();
  });

  async function expectMenusInside() {
    for (const summary of await page.locator('.menu > summary:visible').all()) {
      await summary.click();
      const { x = -1, width = 0 } = (await page.locator('details[open] > .menu-items').boundingBox()) ?? {};
      const name = (await summary.getAttribute('aria-label')) ?? (await summary.textContent());
      await takeScreenshot(page, `menu-${name?.slice(0, 8)}`);
      expect([x >= 0, x + width <= 360], `${name} ${x} ${width}`).toEqual([true, true]);
      await page.keyboard.press('Escape');
    }
  }

  it('keeps menus and long words inside a narrow phone', async () => {
    await fixture.postAlarm('long', { title: 'y'.repeat(400) });
    await page.setViewportSize({ width: 360, height: 780 });
    await openAlert('long');
    await expectMenusInside();
    await page.goto(`${fixture.url}/console/#/now`);
    await rows().first().getByRole('checkbox').check();
    await expectMenusInside();
    await page.goto(`${fixture.url}/console/#/told/what-if?alert=${(await readAlert('long')).alert_id}`);
    await page.getByRole('link', { name: 'Another alert' }).waitFor();
    await takeScreenshot(page, 'what-if-long');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(fixture.browserErrors).toEqual([]);
  });
});

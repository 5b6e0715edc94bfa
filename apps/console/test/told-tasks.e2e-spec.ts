import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { startReceiver, type Receiver } from '#test/receiver.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { countClicks } from './count-clicks.js';
import { findViolations } from './page-checks.js';

requireProgram('chromium', 'apt-get install chromium')('tasks around who is told', () => {
  let fixture: ConsoleUnderTest;
  let receiver: Receiver;
  let page: Page;

  beforeAll(async () => {
    receiver = await startReceiver();
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1,1.1.1.1' }));
    page = await fixture.openPage(await fixture.newContext());
    await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
    await fixture.postAlarm('disk', { severity: 'CRITICAL', labels: { team: 'db', host: 'db-1' } });
    await fixture.postAlarm('queue', { severity: 'WARNING', labels: { team: 'web', host: 'web-1' } });
    await page.getByRole('link', { name: 'queue' }).waitFor();
  });
  afterAll(async () => {
    await fixture?.close();
    await receiver?.close();
  });

  const create = async (path: string, body: object) => {
    const url = `${fixture.api.url}/notification/v1/${path}`;
    const response = await call<Record<string, string>>('POST', url, { domain_id: 'demo', ...body });
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return response.body;
  };
  const list = async (path: string) =>
    (await call<{ results: unknown[] }>('GET', `${fixture.api.url}/notification/v1/${path}?domain_id=demo`))
      .body.results;
  const goNow = async () => {
    await page.goto(`${fixture.url}/console/#/now`);
    await page.getByRole('link', { name: 'queue' }).waitFor();
  };
  const record = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const subscribe = (name: string, part: object = {}) =>
    create('subscriptions', { name, protocol_id: 'webhook', options: { url: receiver.url }, ...part });

  it('tells a Slack channel about CRITICAL of a team, and shows what it would have been last month', async () => {
    await goNow();
    const clicks = await countClicks(page, async () => {
      await page.getByRole('link', { name: 'Who is told' }).click();
      await page.getByRole('link', { name: 'New subscription' }).click();
      const form = page.getByRole('form', { name: 'New subscription' });
      await form.getByRole('button', { name: 'Slack' }).click();
      // From one field to the next with the Tab key.
      await form.getByLabel('Webhook URL').focus();
      await page.keyboard.type('https://1.1.1.1/services/T0/B0/x');
      await form.getByRole('button', { name: 'critical', exact: true }).click();
      await form.getByLabel('Field: Condition 1 of Alerts to tell of').focus();
      await page.keyboard.type('labels.team');
      await form.getByLabel('Value: Condition 1 of Alerts to tell of').focus();
      await page.keyboard.type('db');
      await form.getByText('CRITICAL of labels.team = db · 1 open alert matches now').waitFor();
      await form.getByRole('button', { name: 'Try on the last 30 days' }).click();
      await form.getByText('1 notifications in 30 days, 1 units.').waitFor();
      await form.getByRole('img', { name: 'Each of the last 30 days' }).waitFor();
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByText('The subscription was created.').waitFor();
    });
    expect(clicks).toBeLessThanOrEqual(6);
    expect(await list('subscriptions')).toMatchObject([
      {
        name: 'Slack: CRITICAL of labels.team = db',
        protocol_id: 'slack',
        filter: [
          { k: 'severity', v: 'CRITICAL', o: 'eq' },
          { k: 'labels.team', v: 'db', o: 'eq' },
        ],
      },
    ]);
  });

  it('says why a subscription was not told of an alert', async () => {
    await subscribe('web team', { filter: 'labels.team = web and severity >= ERROR' });
    await goNow();
    const clicks = await countClicks(page, async () => {
      await page.getByRole('link', { name: 'queue', exact: true }).click();
      await page.locator('a[href*="what-if?alert="]').first().click();
      const reason = page.getByRole('listitem').filter({ hasText: 'web team' });
      await reason.getByText('severity >= ERROR').waitFor();
      await reason.getByText('the alert has WARNING').waitFor();
    });
    expect(clicks).toBeLessThanOrEqual(2);
    await page.getByText('If it opened now, nobody would be told.').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('ends a silence that somebody else made, and takes that back', async () => {
    await create('silences', {
      ...{
        name: 'move of the racks',
        filter: 'labels.host = web-1',
        ends_at: 'now + 2h',
        reason: 'CHG-2081',
      },
    });
    await goNow();
    const clicks = await countClicks(page, async () => {
      await page.getByRole('link', { name: 'Who is told' }).click();
      await record('move of the racks')
        .getByText(/^Alerts whose labels.host = web-1 are not told until .*, by root: CHG-2081$/)
        .waitFor();
      await page.getByRole('button', { name: 'End move of the racks' }).click();
      await page.getByText('Nothing is silenced.').waitFor();
    });
    expect(clicks).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await record('move of the racks').getByText('1 open alert matches now.').waitFor();
    expect(await list('silences')).toMatchObject([{ name: 'move of the racks', state: 'ACTIVE' }]);
  });

  it('extends a silence, and says what holds an alert back', async () => {
    await subscribe('all', {});
    await page.getByRole('link', { name: 'Silences', exact: true }).click();
    await page.getByLabel('Extend move of the racks').click();
    await page.getByRole('button', { name: '4 hours more' }).click();
    await record('move of the racks')
      .getByText(/5 h 5\d min left|6 h left/)
      .waitFor();
    await page.getByRole('link', { name: 'What if' }).click();
    await page.getByLabel('Pick an alert').fill('queue');
    await page.getByRole('main').getByRole('link', { name: 'queue' }).click();
    await record('all').getByText('held back').waitFor();
    await page.getByText(/^Silenced until .*: CHG-2081/).waitFor();
    await page
      .getByText(
        'If it opened now, nobody would be told at once: 1 subscription would tell of it, but it is held back.',
      )
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('silences by conditions, after a look at the last days', async () => {
    const filter = encodeURIComponent('title = "disk"');
    await page.goto(`${fixture.url}/console/#/told/silences?silence=${filter}`);
    const form = page.getByRole('form', { name: 'New silence' });
    await form.getByText('Alerts whose title = disk · 1 open alert matches now').waitFor();
    await form.getByRole('button', { name: 'Try on the last 7 days' }).click();
    await form.getByText('It would have silenced 1 changes of alerts in 7 days.').waitFor();
    await form.getByRole('button', { name: 'Silence', exact: true }).click();
    // Others want to know why.
    await expect
      .poll(() => form.getByLabel('Reason').getAttribute('aria-invalid'), { timeout: TIMEOUT_MS })
      .toBe('true');
    await form.getByLabel('Reason').fill('CHG-7');
    await form.getByRole('button', { name: '4 h', exact: true }).click();
    expect(await findViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Silence', exact: true }).dblclick();
    await record('Alerts whose title = disk').getByText('CHG-7').waitFor();
    expect(await list('silences')).toHaveLength(2);
  });

  it('puts people on call, replaces one for a time, and escalates to whoever is', async () => {
    const step = { trigger: 'ESCALATION' };
    await subscribe('ann by phone', step);
    await subscribe('ben by phone', step);
    await subscribe('manager', { kinds: ['escalation.unreached'] });
    await page.goto(`${fixture.url}/console/#/told/on-call?new`);
    const schedule = page.getByRole('form', { name: 'New schedule' });
    await schedule.getByLabel('Name', { exact: true }).fill('Database team');
    await schedule.getByLabel('Time zone').fill('Europe/Berlin');
    await schedule.getByRole('button', { name: 'Add a person' }).click();
    for (const [at, name] of ['ann', 'ben'].entries()) {
      await schedule.getByLabel(`Name of person ${at + 1}`).fill(name);
      await schedule.getByLabel(`How person ${at + 1} is told`).selectOption({ label: `${name} by phone` });
    }
    await schedule.getByRole('button', { name: 'Create' }).click();
    const card = record('Database team');
    await card.getByText('ann and ben take turns every week, from Mondays 09:00 (Europe/Berlin)').waitFor();
    await card.getByRole('list', { name: /^Shifts of Database team/ }).waitFor();
    await card.getByRole('link', { name: 'Override Database team' }).click();
    const override = page.getByRole('form', { name: 'Override Database team' });
    // Whoever is signed in is offered first.
    expect(await override.getByLabel('ann').isChecked()).toBe(true);
    await override.getByLabel('ann').uncheck();
    await override.getByLabel('ben').check();
    await override.getByLabel('Reason').fill('swap');
    expect(await findViolations(page)).toEqual([]);
    await override.getByRole('button', { name: 'Override' }).click();
    await card
      .getByText(/^ben until today|^ben until tomorrow/)
      .or(card.getByText(/: swap$/))
      .first()
      .waitFor();
    expect(await list('on-call')).toMatchObject([{ overrides: [{ members: ['ben'], reason: 'swap' }] }]);

    await page.goto(`${fixture.url}/console/#/told/escalations?new`);
    const form = page.getByRole('form', { name: 'New escalation' });
    await form.getByLabel('Name', { exact: true }).fill('nights');
    await form.getByRole('button', { name: 'critical', exact: true }).click();
    await form.getByLabel('Tell in step 1').selectOption({ label: 'Database team' });
    await form.getByRole('button', { name: 'Add a step' }).click();
    await form.getByLabel('Tell in step 2').selectOption({ label: 'ann by phone' });
    await form.getByLabel('If no step reaches anybody').selectOption({ label: 'manager' });
    await form.getByRole('button', { name: 'Try on the last 30 days' }).click();
    await form.getByText(/^1 alerts in 30 days would have escalated/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Move step 2 up' }).click();
    await form.getByRole('button', { name: 'Move step 2 up' }).click();
    await form.getByRole('button', { name: 'Create' }).click();
    await record('nights').getByText('who is on call in Database team').waitFor();
    expect(await list('escalations')).toMatchObject([
      { name: 'nights', steps: [{ after: 0, on_call: expect.stringContaining('on_call_') }, { after: 600 }] },
    ]);
    await record('nights').getByText('After 10 min').waitFor();

    await page.getByRole('link', { name: 'What if' }).click();
    await page.getByRole('main').getByRole('link', { name: 'disk' }).click();
    const told = page.getByRole('region', { name: 'Escalation nights' });
    await told.getByText('ben by phone').waitFor();
    // The silence by conditions holds the escalation back, too.
    await page.getByText(/^Silenced until /).waitFor();
    await page.getByText(/would be told at once: .* 1 escalation would tell of it, but it is held/).waitFor();
    await told.getByText('When nothing holds it back').waitFor();
    await told.getByText('10 min later').waitFor();
    expect(await findViolations(page)).toEqual([]);
    for (const { silence_id } of (await list('silences')) as { silence_id: string }[]) {
      const url = `${fixture.api.url}/notification/v1/silence/${silence_id}`;
      expect((await call('DELETE', url, { domain_id: 'demo' })).status).toBe(204);
    }
    await page.reload();
    await told.getByText('At once').waitFor();
    await page.getByText(/and 1 escalation would tell of it\.$/).waitFor();
    expect(await page.getByText('held back').count()).toBe(0);
  });

  it('holds alerts back while another explains them', async () => {
    await page.goto(`${fixture.url}/console/#/told/inhibitions?new`);
    const form = page.getByRole('form', { name: 'New inhibition' });
    await form.getByLabel('Name').fill('database down');
    await form.getByLabel('Field: Condition 1 of While one of these is open').fill('title');
    await form.getByLabel('Value: Condition 1 of While one of these is open').fill('disk');
    await form
      .getByRole('group', { name: 'Severities of These are held back' })
      .getByRole('button', { name: 'warning' })
      .click();
    await form
      .getByText('While alerts whose title = disk are open, all WARNING alerts are held back')
      .waitFor();
    await form.getByRole('button', { name: 'Try on the last 30 days' }).click();
    await form.getByText('1 of 1 targets would have been held back in 30 days, by 1 sources.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    await record('database down').waitFor();
    await page.getByLabel('More about database down').click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await record('database down').getByText('disabled').waitFor();
    await page.getByLabel('More about database down').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No inhibitions').waitFor();
    expect(await list('inhibitions')).toEqual([]);
    expect(fixture.browserErrors).toEqual([]);
  });

  it('shows hostile names and conditions as text', async () => {
    const hostile = `<img src=x onerror="document.title='owned'">\u202e ${'wide'.repeat(60)}`;
    await subscribe(hostile.slice(0, 250), { filter: [{ k: 'labels.x', v: hostile, o: 'eq' }] });
    await page.setViewportSize({ width: 360, height: 780 });
    for (const part of ['subscriptions', `what-if?alert=${await firstAlert()}`]) {
      await page.goto(`${fixture.url}/console/#/told/${part}`);
      await page.getByText('onerror=').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), part).toBeLessThanOrEqual(360);
      expect(await page.title()).not.toContain('owned');
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  async function firstAlert(): Promise<string> {
    const { body } = await call<{ results: { alert_id: string }[] }>(
      'GET',
      `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo`,
    );
    return body.results[0]?.alert_id ?? '';
  }
});

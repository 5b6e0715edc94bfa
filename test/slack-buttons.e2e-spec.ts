import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, until } from './client.js';
import { createTestDomain, notificationUrl } from './notified-domain.js';
import { createPress, findButtons, postPress } from './receivers/press-button.js';
import { startSlackWorkspace } from './receivers/slack.js';
import { startService, type Service } from './service.js';
import { createButtonDomain, createSlackApp } from './slack-app.js';
import { sql } from './sql.js';
import { whileLocked } from './while-locked.js';

let service: Service;
let slack: Awaited<ReturnType<typeof startSlackWorkspace>>;
beforeAll(async () => {
  slack = await startSlackWorkspace();
  service = await startService({
    ...{ PUBLIC_URL: 'https://tocsin.example.com', NOTIFICATION_ALLOW: '127.0.0.1', LOG_LEVEL: 'trace' },
  });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  slack?.close();
});

const createUserId = () => `U${crypto.randomUUID().replaceAll('-', '').toUpperCase()}`;
/** Creates somebody in Slack who is a user of the domain too. */
async function createPerson(domain_id: string, role = 'MEMBER', more: object = {}) {
  const user_id = createUserId();
  const email = `${user_id.slice(0, 8).toLowerCase()}@example.com`;
  slack.users.set(user_id, { email: email.toUpperCase(), ...more });
  const { status } = await call('POST', `${service.api.url}/identity/v1/api-keys`, {
    ...{ domain_id, user_id: email, role },
  });
  expect(status).toBe(201);
  return { user_id, email };
}
const namesOf = (message: Parameters<typeof findButtons>[0]) =>
  findButtons(message).map(({ action_id }) => action_id);

describe('buttons', () => {
  it('acknowledge, silence and resolve as the user with the e-mail address; the message follows', async () => {
    const { domain_id, openAlert, press, readAlert, waitForMessage, waitForEphemerals } =
      await createButtonDomain(service, slack);
    const { user_id, email } = await createPerson(domain_id);
    const message = await openAlert('Disk <b>full</b>');
    expect(namesOf(message)).toEqual([
      ...['tocsin_acknowledge', 'tocsin_resolve', 'tocsin_silence_1h', 'tocsin_silence_4h'],
    ]);
    expect(JSON.stringify(message.blocks)).not.toContain('/notification/v1/act/');

    const answer = await press(user_id, 'tocsin_acknowledge');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await readAlert()).toMatchObject({ acknowledged: true, acknowledged_by: email });
    const edited = await waitForMessage(({ edits }) => edits > 0);
    expect(JSON.stringify(edited.blocks)).toContain(`Acknowledged by ${email}`);
    expect(namesOf(edited)).toEqual(['tocsin_resolve', 'tocsin_silence_1h', 'tocsin_silence_4h']);

    expect((await press(user_id, 'tocsin_silence_1h')).status).toBe(200);
    expect(await waitForEphemerals(user_id)).toEqual(['Silenced for 1 hour. The alert stays open.']);
    const silences = await sql(
      service.databaseUrl,
      `select name, created_by, reason, ends_at - starts_at between interval '59 minutes' and interval '61 minutes' as is_hour
       from silence where domain_id = $1`,
      [domain_id],
    );
    expect(silences).toEqual([
      {
        ...{ name: 'Disk <b>full</b>', created_by: email, is_hour: true },
        reason: 'Silenced for 1 h by a button in a message of ops',
      },
    ]);

    expect((await press(user_id, 'tocsin_resolve')).status).toBe(200);
    expect(await readAlert()).toMatchObject({ state: 'RESOLVED', resolved_by: email });
    expect(namesOf(await waitForMessage(({ text }) => text.includes('Resolved')))).toEqual([]);
    expect((await waitForEphemerals(user_id, 2))[1]).toContain('it opens again');

    const audit = await sql(
      service.databaseUrl,
      `select action, user_id, address <> '' as has_address from audit_log
       where domain_id = $1 and action like '%by_button' order by created_at, action`,
      [domain_id],
    );
    expect(audit).toEqual(
      ['acknowledge_by_button', 'silence_1h_by_button', 'resolve_by_button'].map((action) => ({
        ...{ action, user_id: email, has_address: true },
      })),
    );
  });

  it('act as slack:<id> for whoever is no user, for people of other workspaces, and without a bot token', async () => {
    const cases = [
      { app: {}, person: () => ({ email: 'nobody@example.com' }) },
      { app: {}, person: (email: string) => ({ email, team_id: 'T9' }) },
      { app: { bot_token: undefined }, person: (email: string) => ({ email }) },
    ];
    for (const { app, person } of cases) {
      const { domain_id, openAlert, press, readAlert } = await createButtonDomain(service, slack, { app });
      const { user_id, email } = await createPerson(domain_id);
      slack.users.set(user_id, person(email));
      await openAlert();
      expect((await press(user_id, 'tocsin_acknowledge')).status).toBe(200);
      expect(await readAlert()).toMatchObject({ acknowledged_by: `slack:${user_id}` });
    }
  });

  it('tell the second of two people who was first, and since when, and do nothing', async () => {
    const { openAlert, press, readAlert, waitForEphemerals } = await createButtonDomain(service, slack);
    const people = Array.from({ length: 6 }, createUserId);
    await openAlert();
    const answers = await Promise.all(people.map((user_id) => press(user_id, 'tocsin_acknowledge')));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    const first = String((await readAlert())['acknowledged_by']).replace('slack:', '');
    const others = people.filter((user_id) => user_id !== first);
    expect(others).toHaveLength(people.length - 1);
    for (const user_id of others)
      expect((await waitForEphemerals(user_id))[0]).toMatch(
        new RegExp(
          `^Nothing was done. <@${first}> acknowledged it on \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d UTC\\.$`,
        ),
      );
    expect(slack.ephemerals.filter(({ user_id }) => user_id === first)).toEqual([]);
  });

  it('tell whoever presses a button of a resolved alert since when, and by whom', async () => {
    const { openAlert, app, readAlert, findAlert, subscription_id, domain_id, waitForEphemerals } =
      await createButtonDomain(service, slack);
    const message = await openAlert();
    const [acknowledge = {}] = findButtons(message);
    const url = `${service.api.url}/monitoring/v1/alert/${await findAlert()}/resolve`;
    expect((await call('PUT', url, { domain_id })).status).toBe(200);
    const user_id = createUserId();
    const response_url = slack.createResponseUrl(user_id);
    expect((await postPress(app, createPress(acknowledge, { user_id, response_url }))).status).toBe(200);
    expect((await waitForEphemerals(user_id))[0]).toMatch(
      /^Nothing was done. root resolved it on \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/,
    );
    expect(await readAlert()).toMatchObject({ resolved_by: 'root', acknowledged: false });

    expect(
      (await call('PUT', notificationUrl(service, `subscription/${subscription_id}/disable`), { domain_id }))
        .status,
    ).toBe(200);
    await postPress(app, createPress(acknowledge, { user_id, response_url }));
    expect((await waitForEphemerals(user_id, 2))[1]).toContain('is disabled');
  });

  it('silence once: whoever presses later is told until when', async () => {
    const { domain_id, openAlert, press, waitForEphemerals } = await createButtonDomain(service, slack);
    await openAlert();
    const [ann, bob] = [createUserId(), createUserId()];
    await press(ann, 'tocsin_silence_4h');
    await waitForEphemerals(ann);
    for (const name of ['tocsin_silence_4h', 'tocsin_silence_1h']) await press(bob, name);
    for (const text of await waitForEphemerals(bob, 2))
      expect(text).toMatch(new RegExp(`^Nothing was done. <@${ann}> silenced it until \\d+ \\w+ \\d{4}`));
    const silences = await sql(service.databaseUrl, 'select from silence where domain_id = $1', [domain_id]);
    expect(silences).toHaveLength(1);
  });

  it('do nothing for a VIEWER, nor for strangers if the app requires users', async () => {
    const { domain_id, openAlert, press, readAlert, waitForEphemerals } = await createButtonDomain(
      service,
      slack,
      { app: { requires_known_user: true } },
    );
    await openAlert();
    const viewer = await createPerson(domain_id, 'VIEWER');
    await press(viewer.user_id, 'tocsin_acknowledge');
    expect((await waitForEphemerals(viewer.user_id))[0]).toContain('Your role in Tocsin is VIEWER');
    const stranger = createUserId();
    await press(stranger, 'tocsin_resolve');
    expect((await waitForEphemerals(stranger))[0]).toContain('Only people may act here');
    const foreign = await createPerson(domain_id, 'ADMIN', { team_id: 'T9' });
    await press(foreign.user_id, 'tocsin_resolve');
    expect((await waitForEphemerals(foreign.user_id))[0]).toContain('Only people may act here');
    expect(await readAlert()).toMatchObject({ state: 'OPEN', acknowledged: false });
    const member = await createPerson(domain_id);
    await press(member.user_id, 'tocsin_acknowledge');
    expect(await readAlert()).toMatchObject({ acknowledged_by: member.email });
  });

  it('are in messages of incoming webhooks too, and in none of a subscription without actions', async () => {
    const domain = await createTestDomain(
      service,
      { url: '', secrets: [] },
      { protocol_id: 'slack', options: { webhook_url: slack.webhook_url }, actions: false },
    );
    const app = await createSlackApp(service, slack, domain.domain_id);
    const url = notificationUrl(service, `subscription/${domain.subscription.subscription_id}`);
    const options = { webhook_url: slack.webhook_url, slack_app_id: app.slack_app_id };
    await call('PUT', url, { domain_id: domain.domain_id, options });
    const find = (title: string) =>
      until(
        async () => slack.messages.find(({ text }) => text.includes(title)),
        (found) => found !== undefined,
      );
    const [without, withButtons] = [crypto.randomUUID(), crypto.randomUUID()];
    await domain.send({ event_key: 'a', title: without });
    const silent = await find(without);
    expect([silent && namesOf(silent), JSON.stringify(silent)]).toEqual([
      [],
      expect.not.stringContaining('/act/'),
    ]);
    await call('PUT', url, { domain_id: domain.domain_id, actions: true });
    await domain.send({ event_key: 'b', title: withButtons });
    expect(namesOf((await find(withButtons)) ?? { blocks: [] })).toHaveLength(4);
  });
});

describe('the answer to a press', () => {
  it('comes within three seconds; the work of a slow one goes on', async () => {
    const { openAlert, press, readAlert, waitForMessage } = await createButtonDomain(service, slack);
    await openAlert();
    await whileLocked(service.databaseUrl, 'action_link_use', async () => {
      const begun = performance.now();
      const { status } = await press(createUserId(), 'tocsin_acknowledge');
      const elapsed = performance.now() - begun;
      expect([status, elapsed > 2_000, elapsed < 3_000]).toEqual([200, true, true]);
      expect(await readAlert()).toMatchObject({ acknowledged: false });
    });
    await until(readAlert, ({ acknowledged }) => acknowledged === true);
    await waitForMessage(({ edits }) => edits > 0);
  });

  it('does not wait for a profile that Slack does not return', async () => {
    const { openAlert, press, readAlert } = await createButtonDomain(service, slack, {
      app: { api_url: `${slack.api_url}/nothing` },
    });
    await openAlert();
    const user_id = createUserId();
    expect((await press(user_id, 'tocsin_acknowledge')).status).toBe(200);
    expect(await readAlert()).toMatchObject({ acknowledged_by: `slack:${user_id}` });
  });

  it('is a failure if the work fails, and whoever has pressed is told; the press can be repeated', async () => {
    const { openAlert, press, readAlert, waitForEphemerals } = await createButtonDomain(service, slack);
    await openAlert();
    const user_id = createUserId();
    const rename = (from: string, to: string) =>
      sql(service.databaseUrl, `alter table ${from} rename to ${to}`);
    await rename('webhook_cursor', 'webhook_cursor_away');
    const { status } = await press(user_id, 'tocsin_acknowledge').finally(() =>
      rename('webhook_cursor_away', 'webhook_cursor'),
    );
    expect(status).toBeGreaterThanOrEqual(500);
    expect((await waitForEphemerals(user_id))[0]).toContain('press the button again');
    expect(await readAlert()).toMatchObject({ acknowledged: false });
    expect((await press(user_id, 'tocsin_acknowledge')).status).toBe(200);
    expect(await readAlert()).toMatchObject({ acknowledged: true });
  });
});

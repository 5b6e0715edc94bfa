import { expect, it } from 'vitest';
import { call } from '../client.js';
import { createPress, findButtons, postPress, sign } from '../receivers/press-button.js';
import { findLeaks } from '../secrets/find-leaks.js';
import type { Service } from '../service.js';
import { createButtonDomain, createSlackApp, type SlackWorkspace } from '../slack-app.js';
import { SLACK_TOKEN } from '../slack-double.js';
import { sql } from '../sql.js';
import { findStoredSecrets } from './find-stored-secrets.js';

interface Target {
  readonly service: Service;
  readonly slack: SlackWorkspace;
}

/** Attacks the request URLs of Slack apps: only what Slack has signed in the last minutes acts, once, and only in its domain. */
export function attackSlackPresses(target: () => Target): void {
  const createTarget = async (title?: string) => {
    const { service, slack } = target();
    const domain = await createButtonDomain(service, slack);
    const message = await domain.openAlert(title);
    const user_id = `U${crypto.randomUUID().replaceAll('-', '').toUpperCase()}`;
    const presser = { user_id, response_url: slack.createResponseUrl(user_id) };
    const [button] = findButtons(message);
    if (button === undefined) throw new Error('the message has no button');
    return {
      ...domain,
      button,
      presser,
      body: createPress(button, presser),
      expectUntouched: async () => {
        expect(await domain.readAlert()).toMatchObject({ state: 'OPEN', acknowledged: false });
        for (const table of ['silence', 'action_link_use'])
          expect(
            await sql(service.databaseUrl, `select from ${table} where domain_id = $1`, [domain.domain_id]),
          ).toEqual([]);
      },
    };
  };
  const now = (seconds = 0) => String(Math.floor(Date.now() / 1000) + seconds);
  const countPresses = async (outcome: string) => {
    const text = await (await fetch(`${target().service.api.metricsUrl}/metrics`)).text();
    const [, value = '0'] =
      new RegExp(`tocsin_slack_presses_total{outcome="${outcome}"} (\\d+)`).exec(text) ?? [];
    return Number(value);
  };

  it('a press without a right signature is refused and counted', async () => {
    const { app, body, expectUntouched, button, presser } = await createTarget();
    const before = await countPresses('wrong_signature');
    const silence = createPress({ ...button, action_id: 'tocsin_silence_4h' }, presser);
    const right = sign(app.signing_secret, now(), body);
    const requests: readonly (readonly [string, Record<string, string>])[] = [
      [body, { 'x-slack-signature': '' }],
      [body, { 'x-slack-signature': 'v0=' }],
      [body, { 'x-slack-signature': sign('x'.repeat(32), now(), body) }],
      [body, { 'x-slack-signature': right.replace('v0', 'v1') }],
      [body, { 'x-slack-signature': right, timestamp: now(1) }],
      [silence, { 'x-slack-signature': right, timestamp: now() }],
      [`${body}&x=1`, { 'x-slack-signature': right, timestamp: now() }],
    ];
    for (const [sent, headers] of requests) {
      const { status, headers: answered, text } = await postPress(app, sent, headers);
      expect([status, answered.has('www-authenticate')]).toEqual([401, true]);
      expect(text).toContain('ERROR_AUTHENTICATE_FAILURE');
    }
    expect(await countPresses('wrong_signature')).toBe(before + requests.length);
    await expectUntouched();
  });

  it.each([-301, -86_400, 310])(
    'a press that was signed %d seconds from now is refused and counted',
    async (seconds) => {
      const { app, body, expectUntouched } = await createTarget();
      const before = await countPresses('wrong_time');
      expect((await postPress(app, body, { timestamp: now(seconds) })).status).toBe(401);
      expect(await countPresses('wrong_time')).toBe(before + 1);
      await expectUntouched();
    },
  );

  it('a press that is posted again does nothing, one after the other or at a time', async () => {
    const { app, button, presser, domain_id } = await createTarget();
    const body = createPress({ ...button, action_id: 'tocsin_silence_1h' }, presser);
    const timestamp = now();
    const answers = await Promise.all(Array.from({ length: 10 }, () => postPress(app, body, { timestamp })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await sql(target().service.databaseUrl, 'delete from silence where domain_id = $1', [domain_id]);
    expect((await postPress(app, body, { timestamp })).status).toBe(200);
    expect(
      await sql(target().service.databaseUrl, 'select from silence where domain_id = $1', [domain_id]),
    ).toEqual([]);
  });

  it('whoever owns an app reaches no alert of another domain, nor of another app of the domain', async () => {
    const { service, slack } = target();
    const victim = await createTarget('Payroll database');
    const mallory = await createTarget();
    const [own = '', ownAlert = ''] = String(mallory.button.value).split(' ');
    const [theirs = '', theirAlert = ''] = String(victim.button.value).split(' ');
    const sibling = await createSlackApp(service, slack, victim.domain_id);
    const attempts = [
      [mallory.app, `${own} ${theirAlert}`],
      [mallory.app, `${theirs} ${theirAlert}`],
      [mallory.app, `${theirs} ${ownAlert}`],
      [sibling, `${theirs} ${theirAlert}`],
    ] as const;
    for (const [app, value] of attempts) {
      const press = createPress({ ...mallory.button, value }, mallory.presser);
      const { status, text } = await postPress(app, press);
      expect([status, text]).toEqual([200, '']);
    }
    const told = await mallory.waitForEphemerals(mallory.presser.user_id, attempts.length);
    expect(told.join('\n')).not.toContain('Payroll');
    expect(await victim.readAlert()).toMatchObject({ state: 'OPEN', acknowledged: false });
    expect(await mallory.readAlert()).toMatchObject({ state: 'OPEN', acknowledged: false });
  });

  it.each([
    ['no field', 'x=1'],
    ['no form', '{"type":"block_actions"}'],
    ['no JSON', 'payload=%7B'],
    ['a list', 'payload=%5B%5D&payload=%5B%5D'],
    ['bytes', Buffer.from([0xff, 0x00, 0xfe])],
    ['nothing', ''],
    ['deep nesting', `payload=${encodeURIComponent('['.repeat(50_000))}`],
    [
      'no user',
      `payload=${encodeURIComponent('{"type":"block_actions","actions":[{"action_id":"tocsin_resolve"}]}')}`,
    ],
  ])('a signed body with %s is a 400 that names the field', async (_what, body) => {
    const { app, expectUntouched } = await createTarget();
    const { status, text } = await postPress(app, body);
    expect([status, text]).toEqual([400, expect.stringContaining('"field":"payload"')]);
    await expectUntouched();
  });

  it('a huge body is refused, and an unknown key of an app too', async () => {
    const { app, body, expectUntouched } = await createTarget();
    expect((await postPress(app, `payload=${'x'.repeat(2_000_000)}`)).status).toBe(413);
    const keys = [
      'A'.repeat(32),
      'A',
      'A'.repeat(5_000),
      '%00',
      `${app.app_key}A`,
      app.app_key.toLowerCase(),
    ];
    for (const key of keys) {
      const { status } = await postPress(
        { ...app, request_url: app.request_url.replace(app.app_key, key) },
        body,
      );
      expect([key.slice(0, 40), status]).toEqual([key.slice(0, 40), 404]);
    }
    expect(await call('GET', app.request_url).catch(() => ({ status: 405 }))).toMatchObject({ status: 405 });
    await expectUntouched();
  });

  it('a press makes the service post nowhere but to Slack', async () => {
    const { service, slack } = target();
    const { app, button, presser } = await createTarget();
    const foreign = await createTarget();
    const before = slack.ephemerals.length;
    for (const response_url of [
      'http://169.254.169.254/latest/meta-data',
      'https://hooks.slack.com.example.com/actions/x',
      'https://hooks.slack.com@127.0.0.1/actions/x',
      'file:///etc/passwd',
      'x',
      presser.response_url.replace('127.0.0.1', 'localhost'),
    ])
      expect(
        (await postPress(app, createPress({ ...button, value: 'x' }, { ...presser, response_url }))).status,
      ).toBe(200);
    // A press after them, whose sentence arrives: theirs would have arrived before.
    await postPress(foreign.app, createPress({ ...foreign.button, value: 'x' }, foreign.presser));
    await foreign.waitForEphemerals(foreign.presser.user_id);
    expect(slack.ephemerals.length).toBe(before + 1);
    expect(service.api.logs()).not.toContain('169.254');
  });

  it('the key and the secrets of an app are logged and stored nowhere in plain', async () => {
    const { service } = target();
    const { app, body } = await createTarget();
    await postPress(app, body);
    await postPress(app, body, { 'x-slack-signature': 'v0=' });
    const secrets = {
      'the key of the app': app.app_key,
      'the signing secret': app.signing_secret,
      'the bot token': SLACK_TOKEN,
    };
    expect(findLeaks(service.api.logs() + service.worker.logs(), secrets)).toEqual([]);
    expect(await findStoredSecrets(service.databaseUrl, secrets)).toEqual([]);
    const metrics = await (await fetch(`${service.api.metricsUrl}/metrics`)).text();
    expect(findLeaks(metrics, secrets)).toEqual([]);
  });
}

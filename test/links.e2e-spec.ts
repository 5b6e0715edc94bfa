import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackLinks, openLink, readAlert, sealToken, type LinkedAlert } from './attack/links.js';
import { startTeams } from './chat-receivers.js';
import { call, until } from './client.js';
import { alarm, createTestDomain, recovery } from './notified-domain.js';
import { startReceiver } from './receiver.js';
import { startMailboxes } from './receivers/smtp.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

const PUBLIC_URL = 'https://tocsin.example.com';
const LINK = /https:\/\/tocsin\.example\.com\/notification\/v1\/act\/([\w-]+)/g;

let service: Service;
let smtp: Awaited<ReturnType<typeof startMailboxes>>;
beforeAll(async () => {
  smtp = await startMailboxes();
  service = await startService({
    ...{ PUBLIC_URL, NOTIFICATION_ALLOW: '127.0.0.1', LOG_LEVEL: 'debug' },
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'Tocsin <tocsin@example.com>' },
  });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await smtp?.close();
});

const findTokens = (text: string) => [...new Set([...text.matchAll(LINK)].map(([, token]) => token ?? ''))];

/** Returns a mail without its transfer encoding. */
const decodeMail = (raw: string) =>
  raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

async function createMailDomain(more: object = {}) {
  const to = smtp.createAddress();
  const domain = await createTestDomain(
    service,
    { url: '', secrets: [] },
    { name: 'on-call', protocol_id: 'email', options: { to: [to] }, ...more },
  );
  const findAlert = async () => {
    const url = `${service.api.url}/monitoring/v1/alerts?domain_id=${domain.domain_id}`;
    const { body } = await call<{ results: { alert_id: string }[] }>('GET', url);
    return body.results[0]?.alert_id ?? '';
  };
  const openAlert = async (title = 'Disk full'): Promise<LinkedAlert> => {
    await domain.send(alarm('disk', { title }));
    const alert_id = await until(findAlert, (id) => id !== '');
    return { domain_id: domain.domain_id, subscription_id: domain.subscription.subscription_id, alert_id };
  };
  const waitForMail = async (count = 1) => {
    const mails = await until(
      async () => smtp.mailbox(to),
      ({ length }) => length >= count,
      20_000,
    );
    return decodeMail(mails.at(-1)?.raw ?? '');
  };
  return { ...domain, to, openAlert, waitForMail };
}

describe('links of a mail', () => {
  it('ask on GET and act on POST, as the subscription, once; the token is logged and stored nowhere', async () => {
    const { openAlert, waitForMail, domain_id, send } = await createMailDomain();
    const linked = await openAlert('Disk <b>full</b>');
    const mail = await waitForMail();
    const tokens = findTokens(mail);
    expect(tokens).toHaveLength(5);
    for (const text of ['Acknowledge', 'Resolve', 'Silence 1 h', 'Silence 4 h', 'Assign to me'])
      expect(mail).toContain(`${text}: https`);
    const [acknowledge = '', resolve = '', silence = ''] = tokens;

    const { status, headers, page } = await openLink(service, acknowledge);
    expect(status).toBe(200);
    expect(page).toContain('Disk &lt;b&gt;full&lt;/b&gt;');
    expect(page.match(/<button/g)).toHaveLength(1);
    expect(page).not.toMatch(/<script|https?:/);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self';/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(await readAlert(service, linked)).toMatchObject({ acknowledged: false });

    const done = await openLink(service, acknowledge, 'POST');
    expect([done.status, done.page]).toEqual([200, expect.stringContaining('Acknowledged')]);
    expect(await readAlert(service, linked)).toMatchObject({
      acknowledged: true,
      acknowledged_by: 'link:on-call',
    });
    const second = await openLink(service, acknowledge, 'POST');
    expect([second.status, second.page]).toEqual([409, expect.stringContaining('This link was used')]);

    // The next message says that it is acknowledged, and has no link for that.
    expect(findTokens(await waitForMail(2))).toHaveLength(4);
    expect((await openLink(service, silence, 'POST')).status).toBe(200);
    const silences = await sql(
      service.databaseUrl,
      'select name, created_by from silence where domain_id = $1',
      [domain_id],
    );
    expect(silences).toEqual([{ name: 'Disk <b>full</b>', created_by: 'link:on-call' }]);
    expect((await openLink(service, resolve, 'POST')).status).toBe(200);
    expect(await readAlert(service, linked)).toMatchObject({
      state: 'RESOLVED',
      resolved_by: 'link:on-call',
    });

    const audit = await sql(
      service.databaseUrl,
      `select action, user_id, address <> '' as has_address from audit_log where domain_id = $1 and user_id like 'link:%'
       order by created_at, action`,
      [domain_id],
    );
    expect(audit).toEqual(
      ['acknowledge_by_link', 'silence_1h_by_link', 'resolve_by_link'].map((action) => ({
        ...{ action, user_id: 'link:on-call', has_address: true },
      })),
    );
    await send(recovery('disk'));
    const dump = await sql(
      service.databaseUrl,
      `select n::text from notification n where domain_id = $1 union all select u::text from action_link_use u`,
      [domain_id],
    );
    const logs = service.api.logs() + service.worker.logs() + JSON.stringify(dump);
    for (const token of tokens) expect(logs).not.toContain(token.slice(-20));
  });

  it('assign the alert to the user whose address is that of the recipient in another case', async () => {
    const { openAlert, waitForMail, to, domain_id } = await createMailDomain();
    const user_id = `${to[0]?.toUpperCase()}${to.slice(1)}`;
    const key = { domain_id, user_id, name: 'of the recipient', role: 'MEMBER' };
    expect((await call('POST', `${service.api.url}/identity/v1/api-keys`, key)).status).toBe(201);
    const linked = await openAlert();
    const assign = findTokens(await waitForMail()).at(-1) ?? '';
    expect((await openLink(service, assign)).page).toContain(user_id);
    expect((await openLink(service, assign, 'POST')).status).toBe(200);
    expect(await readAlert(service, linked)).toMatchObject({ assignee: user_id });
    expect(findTokens(await waitForMail(2))).toHaveLength(3);
  });

  it('assign the alert to the recipient, only in a mail to one address', async () => {
    const { openAlert, waitForMail, to } = await createMailDomain();
    const linked = await openAlert();
    const assign = findTokens(await waitForMail()).at(-1) ?? '';
    const { page } = await openLink(service, assign);
    expect(page).toContain('Assign to me</button>');
    expect(page).toContain(to);
    expect((await openLink(service, assign, 'POST')).status).toBe(200);
    expect(await readAlert(service, linked)).toMatchObject({
      ...{ assignee: to, assigned_by: 'link:on-call' },
      ...{ acknowledged: true, acknowledged_by: 'link:on-call' },
    });
    expect((await openLink(service, assign, 'POST')).status).toBe(409);
    // The next mail has neither this link nor that to acknowledge.
    expect(findTokens(await waitForMail(2))).toHaveLength(3);

    const [first, second] = [smtp.createAddress(), smtp.createAddress()];
    const several = await createMailDomain({ options: { to: [first, second] } });
    await several.openAlert();
    const mails = await until(
      async () => smtp.mailbox(first),
      ({ length }) => length > 0,
      20_000,
    );
    const mail = decodeMail(mails[0]?.raw ?? '');
    expect([findTokens(mail).length, mail.includes('Assign to me')]).toEqual([4, false]);
  });

  it('say who was faster and when', async () => {
    const { openAlert, send } = await createMailDomain();
    const linked = await openAlert();
    const url = `${service.api.url}/monitoring/v1/alert/${linked.alert_id}`;
    await call('PUT', `${url}/acknowledge`, { domain_id: linked.domain_id });
    const taken = await openLink(service, sealToken(linked), 'POST');
    expect([taken.status, taken.page]).toEqual([
      409,
      expect.stringMatching(/root acknowledged it on \d+ \w+ \d{4}/),
    ]);
    await send(recovery('disk'));
    await until(
      () => readAlert(service, linked),
      ({ state }) => state === 'RESOLVED',
    );
    for (const method of ['GET', 'POST']) {
      const { status, page } = await openLink(service, sealToken(linked, { action: 'resolve' }), method);
      expect([status, page]).toEqual([409, expect.stringMatching(/Its source reported the recovery on \d+/)]);
    }
  });

  it('are not in the mail of a resolved alert, nor of a subscription without actions', async () => {
    const { openAlert, waitForMail, send } = await createMailDomain();
    await openAlert();
    await waitForMail();
    await send(recovery('disk'));
    const mail = await waitForMail(2);
    expect([mail.includes('RESOLVED'), findTokens(mail)]).toEqual([true, []]);
    const silent = await createMailDomain({ actions: false });
    await silent.openAlert();
    expect(findTokens(await silent.waitForMail())).toEqual([]);
  });
});

describe('the field actions', () => {
  const create = (protocol_id: string, options: object, more: object = {}) =>
    call<{ actions: boolean; errors: { field: string }[] }>(
      'POST',
      `${service.api.url}/notification/v1/subscriptions`,
      { domain_id: 'links', name: crypto.randomUUID(), protocol_id, options, ...more },
    );
  const url = 'http://127.0.0.1:9/';

  it.each([
    ['email', { to: ['jane@example.com'] }, true],
    ['teams', { url }, true],
    ['slack', { webhook_url: url }, true],
    ['webhook', { url }, false],
    ['pagerduty', { routing_key: 'a'.repeat(32) }, false],
  ])('of a new subscription of %s', async (protocol_id, options, expected) => {
    const { status, body } = await create(protocol_id, options);
    expect([status, body.actions]).toEqual([201, expected]);
  });

  it('is refused for a protocol that shows no links', async () => {
    const { status, body } = await create('webhook', { url }, { actions: true });
    expect([status, body.errors]).toMatchObject([400, [{ field: 'actions' }]]);
  });
});

it('Teams and Slack show the links', async () => {
  const teams = await startTeams();
  const slack = await startReceiver();
  const options = [
    ['teams', { url: teams.url }],
    ['slack', { webhook_url: slack.url }],
  ] as const;
  for (const [protocol_id, given] of options) {
    const { send } = await createTestDomain(
      service,
      { url: '', secrets: [] },
      { protocol_id, options: given },
    );
    await send(alarm('disk'));
  }
  const card = await until(
    async () => JSON.stringify(teams.accepted),
    (text) => findTokens(text).length > 0,
    20_000,
  );
  expect(findTokens(card)).toHaveLength(4);
  expect(card).toContain('"title":"Silence 1 h"');
  const message = await until(
    async () => JSON.stringify(slack.received.map(({ body }) => body)),
    (text) => findTokens(text).length > 0,
    20_000,
  );
  expect(findTokens(message)).toHaveLength(4);
  expect(message).toContain('|Silence 4 h>');
  teams.close();
  await slack.close();
});

describe('attacks', () =>
  attackLinks(
    () => service,
    async (title) => (await createMailDomain()).openAlert(title),
  ));

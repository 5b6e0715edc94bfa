import pg from 'pg';
import { expect, it } from 'vitest';
import { ActionTokens, type ActionGrant } from '../../libs/notification/src/actions/domain/action-token.js';
import { parseId } from '#shared/kernel/ids.js';
import { call, until } from '../client.js';
import { notificationUrl } from '../notified-domain.js';
import { encryptionKey } from '../processes.js';
import type { Service } from '../service.js';
import { sql } from '../sql.js';

/** An alert that is open, and a subscription whose messages link to it. */
export interface LinkedAlert {
  readonly domain_id: string;
  readonly subscription_id: string;
  readonly alert_id: string;
}

const TOKENS = new ActionTokens(Buffer.from(encryptionKey, 'base64'), null);
const WEEK_SECONDS = 7 * 86_400;

/** Makes the token that the service would make. */
export function sealToken(linked: LinkedAlert, more: Partial<ActionGrant> = {}): string {
  return TOKENS.seal({
    domain_id: linked.domain_id,
    subscription_id: parseId('subscription', linked.subscription_id),
    alert_id: parseId('alert', linked.alert_id),
    action: 'acknowledge',
    assignee: null,
    expires_at: Math.floor(Date.now() / 1000) + WEEK_SECONDS,
    ...more,
  });
}

export async function openLink(service: Service, token: string, method = 'GET') {
  const response = await fetch(notificationUrl(service, `act/${token}`), {
    method,
    ...(method === 'POST' && {
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
  return { status: response.status, headers: response.headers, page: await response.text() };
}

export async function readAlert(service: Service, { alert_id, domain_id }: LinkedAlert) {
  const url = `${service.api.url}/monitoring/v1/alert/${alert_id}?domain_id=${domain_id}`;
  return (await call<{ acknowledged: boolean; acknowledged_by: string | null; state: string }>('GET', url))
    .body;
}

/** Attacks the links of messages: whoever has no link that was sent can do nothing, and whoever has one can use it once. */
export function attackLinks(
  target: () => Service,
  createLinkedAlert: (title?: string) => Promise<LinkedAlert>,
): void {
  const expectUntouched = async (linked: LinkedAlert) => {
    expect(await readAlert(target(), linked)).toMatchObject({ state: 'OPEN', acknowledged: false });
    const silences = await sql(target().databaseUrl, 'select from silence where domain_id = $1', [
      linked.domain_id,
    ]);
    const uses = await sql(target().databaseUrl, 'select from action_link_use where domain_id = $1', [
      linked.domain_id,
    ]);
    expect([silences, uses]).toEqual([[], []]);
  };

  it('a token with any byte altered is refused like an unknown one, and nothing happens', async () => {
    const linked = await createLinkedAlert('Payroll database');
    const bytes = Buffer.from(sealToken(linked), 'base64url');
    const { page: unknown } = await openLink(target(), 'A'.repeat(120), 'POST');
    expect(unknown).not.toContain('Payroll');
    for (const [at, byte] of bytes.entries()) {
      const altered = Buffer.from(bytes);
      altered[at] = byte ^ 1;
      const { status, page } = await openLink(target(), altered.toString('base64url'), 'POST');
      expect([status, page]).toEqual([404, unknown]);
    }
    await expectUntouched(linked);
  });

  it.each([
    ['empty content', 'AA'],
    ['huge', 'A'.repeat(8_000)],
    ['a byte too much', '{}A'],
    ['padding', '{}='],
    ['another spelling', '{}%20'],
    ['a token of another key', '<other key>'],
  ])('%s is refused', async (_what, form) => {
    const linked = await createLinkedAlert();
    const other = new ActionTokens(Buffer.alloc(32, 9), null).seal({
      domain_id: linked.domain_id,
      subscription_id: parseId('subscription', linked.subscription_id),
      alert_id: parseId('alert', linked.alert_id),
      action: 'acknowledge',
      assignee: null,
      expires_at: 4_000_000_000,
    });
    const token = form.replace('{}', sealToken(linked)).replace('<other key>', other);
    for (const method of ['GET', 'POST']) expect((await openLink(target(), token, method)).status).toBe(404);
    await expectUntouched(linked);
  });

  it('acts once, of 20 requests at a time', async () => {
    const linked = await createLinkedAlert();
    const token = sealToken(linked, { action: 'silence_1h' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => openLink(target(), token, 'POST')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    const silences = await sql(target().databaseUrl, 'select from silence where domain_id = $1', [
      linked.domain_id,
    ]);
    expect(silences).toHaveLength(1);
    const again = await openLink(target(), token);
    expect([again.status, again.page]).toEqual([409, expect.stringContaining('This link was used')]);
  });

  it.each(['acknowledge', 'resolve', 'silence_1h', 'assign'] as const)(
    'has neither acted (%s) nor been used if its process vanishes in between',
    async (action) => {
      const linked = await createLinkedAlert();
      const assignee = action === 'assign' ? 'ada@example.com' : null;
      const token = sealToken(linked, { action, assignee });
      const { databaseUrl } = target();
      const owner = new pg.Client({ connectionString: databaseUrl });
      await owner.connect();
      await owner.query('begin; lock table action_link_use in share mode');
      const answer = openLink(target(), token, 'POST');
      // The link has acted, and waits to be marked as used, in the same transaction.
      const ended = await until(
        () =>
          sql(
            databaseUrl,
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into action_link_use%'
               and pid <> pg_backend_pid()`,
          ),
        ({ length }) => length > 0,
      );
      expect(ended).toHaveLength(1);
      await owner.query('rollback');
      await owner.end();
      expect((await answer).status).toBeGreaterThanOrEqual(500);
      await expectUntouched(linked);
      expect((await openLink(target(), token, 'POST')).status).toBe(200);
      expect((await openLink(target(), token, 'POST')).status).toBe(409);
    },
  );

  it('does nothing after 7 days', async () => {
    const linked = await createLinkedAlert();
    const token = sealToken(linked, { expires_at: Math.floor(Date.now() / 1000) - 1 });
    for (const method of ['GET', 'POST']) expect((await openLink(target(), token, method)).status).toBe(410);
    await expectUntouched(linked);
  });

  it.each([
    ['disabled', 'PUT', '/disable', {}],
    ['without links', 'PUT', '', { actions: false }],
    ['deleted', 'DELETE', '', undefined],
  ] as const)('does nothing once its subscription is %s', async (_what, method, path, body) => {
    const linked = await createLinkedAlert('Payroll database');
    const { domain_id, subscription_id } = linked;
    const url = notificationUrl(target(), `subscription/${subscription_id}${path}`);
    const { status } = body
      ? await call(method, url, { domain_id, ...body })
      : await call(method, `${url}?domain_id=${domain_id}`);
    expect(status).toBeLessThan(300);
    for (const verb of ['GET', 'POST']) {
      const { status: refused, page } = await openLink(target(), sealToken(linked), verb);
      expect([refused, page.includes('Payroll')]).toEqual([410, false]);
    }
    await expectUntouched(linked);
  });

  it('reaches no alert of another domain, even with a token of its own', async () => {
    const [mine, other] = [await createLinkedAlert(), await createLinkedAlert('Payroll database')];
    const mixed = [
      sealToken({ ...mine, alert_id: other.alert_id }),
      sealToken({ ...mine, subscription_id: other.subscription_id }),
      sealToken({ ...mine, domain_id: other.domain_id }),
    ];
    for (const token of mixed) {
      const { status, page } = await openLink(target(), token, 'POST');
      expect([status, page.includes('Payroll')]).toEqual([410, false]);
    }
    await expectUntouched(other);
    await expectUntouched(mine);
  });

  it('GET, HEAD and OPTIONS change nothing, however often', async () => {
    const linked = await createLinkedAlert();
    const token = sealToken(linked);
    for (let n = 0; n < 5; n += 1)
      for (const method of ['GET', 'HEAD', 'OPTIONS']) await openLink(target(), token, method);
    await expectUntouched(linked);
    expect((await openLink(target(), token, 'POST')).status).toBe(200);
  });
}

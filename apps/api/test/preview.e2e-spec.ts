import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { lowestUuid } from '#shared/query/instant.js';
import { until } from '#test/client.js';
import { whileLocked } from '#test/while-locked.js';
import { timed } from '#test/slowness.js';
import { ensurePartitions } from '../../../libs/monitoring/src/persistence/partitions.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';
import { matchProblem } from './webhooks-under-test.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The instant that the times of the changes are relative to, a minute ago. */
const NOW = Date.now() - 60_000;
const WEBHOOK = crypto.randomUUID();

let api: ApiUnderTest;
let pool: pg.Pool;
let index = 0;

beforeAll(async () => {
  api = await startApi({ NOTIFICATION_ALLOW: '192.0.2.1' });
  pool = new pg.Pool({ connectionString: api.databaseUrl, max: 2 });
  await ensurePartitions(pool, ['alert_change'], new Date(NOW - 10 * DAY));
  await ensurePartitions(pool, ['alert_change'], new Date(NOW - 32 * DAY));
});
afterAll(async () => {
  await pool.end();
  await api.close();
});

async function alert(domain_id: string, title: string, severity: string, project_id = 'p'): Promise<string> {
  const alert_id = crypto.randomUUID();
  await pool.query(
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count)
     values ($1, $2, $3, $4, $5, 'OPEN', $6, $5, now(), now(), 1, 0)`,
    [domain_id, alert_id, WEBHOOK, project_id, title, severity],
  );
  return alert_id;
}

async function addChange(domain_id: string, alert_id: string, kind: string, ago: number, flapping = false) {
  const at = NOW - ago;
  index += 1;
  const change_id = lowestUuid(at).slice(0, -12) + String(index).padStart(12, '0');
  await pool.query(
    `insert into alert_change (xid, index, change_id, domain_id, alert_id, kind, state, severity,
       flapping, changed_at)
     select '7', $1, $2, $3, $4, $5, 'OPEN', severity, $6, $7 from alert where alert_id = $4`,
    [index, change_id, domain_id, alert_id, kind, flapping, new Date(at)],
  );
}

/** Two days of changes of three alerts. */
async function createHistory() {
  const domain_id = `d-${crypto.randomUUID()}`;
  const [disk, cpu, net] = [
    await alert(domain_id, 'disk', 'CRITICAL'),
    await alert(domain_id, 'cpu', 'ERROR'),
    await alert(domain_id, 'net', 'INFO', 'other'),
  ];
  await addChange(domain_id, disk, 'opened', 31 * DAY);
  await addChange(domain_id, disk, 'opened', 50 * HOUR);
  await addChange(domain_id, cpu, 'opened', 40 * HOUR);
  await addChange(domain_id, disk, 'escalated', 30 * HOUR);
  await addChange(domain_id, disk, 'resolved', 3 * HOUR, true);
  await addChange(domain_id, disk, 'flapping', 2 * HOUR, true);
  await addChange(domain_id, net, 'opened', HOUR);
  // A change of a deleted alert, and one of another domain.
  const gone = await alert(domain_id, 'gone', 'CRITICAL');
  await addChange(domain_id, gone, 'opened', HOUR);
  await pool.query('delete from alert where alert_id = $1', [gone]);
  const theirs = `d-${crypto.randomUUID()}`;
  await addChange(theirs, await alert(theirs, 'disk', 'CRITICAL'), 'opened', HOUR);
  return { domain_id, disk, cpu, net };
}

interface ShownChange {
  readonly type: string;
  readonly title: string;
}
interface Preview extends Record<string, unknown> {
  readonly notifications: number;
  readonly days: readonly { readonly day: string; readonly count: number }[];
  readonly first: readonly ShownChange[];
  readonly quota: Record<string, unknown>;
  readonly difference:
    null | (Record<string, unknown> & { first_missing: ShownChange[]; first_additional: ShownChange[] });
}

const preview = (body: object, path = 'subscriptions/preview') =>
  api.call<Preview>('POST', `/notification/v1/${path}`, { body: { days: 30, ...body } });
const titles = (shown: readonly ShownChange[]) => shown.map(({ type, title }) => `${title} ${type}`);
const dayOf = (ago: number) => new Date(NOW - ago).toISOString().slice(0, 10);

/** Returns the number of statements that wait for a lock on the table of alerts. */
async function countWaiting(): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_locks where not granted and relation = 'alert'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.count;
}

describe('a preview of a subscription', () => {
  it('counts the notifications by day and severity, and returns the oldest', async () => {
    const { domain_id, disk } = await createHistory();
    const { status, body } = await preview({ domain_id, protocol_id: 'webhook' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      notifications: 5,
      units: 5,
      by_severity: { CRITICAL: 3, ERROR: 1, WARNING: 0, INFO: 1, NOT_AVAILABLE: 0, NONE: 0 },
      quota: { refused: 0, exceeded: null, exceeded_at: null, days: [] },
      difference: null,
    });
    expect(titles(body.first)).toEqual([
      'disk alert.opened',
      'cpu alert.opened',
      'disk alert.escalated',
      'disk alert.flapping',
      'net alert.opened',
    ]);
    expect(body.first[0]).toEqual({
      type: 'alert.opened',
      alert_id: formatId('alert', disk),
      severity: 'CRITICAL',
      title: 'disk',
      changed_at: new Date(NOW - 50 * HOUR).toISOString(),
    });
    const expected = Map.groupBy([50, 40, 30, 2, 1], (hours) => dayOf(hours * HOUR));
    expect(body.days).toEqual([...expected].map(([day, all]) => ({ day, count: all.length })));
    const yesterday = await preview({ domain_id, protocol_id: 'webhook', days: 1 });
    expect(yesterday.body.notifications).toBe(2);
  });

  it('applies the conditions, kinds and project of the subscription', async () => {
    const { domain_id } = await createHistory();
    const of = async (more: object) =>
      titles((await preview({ domain_id, protocol_id: 'webhook', ...more })).body.first);
    expect(await of({ filter: [{ k: 'title', v: 'cp', o: 'contain' }] })).toEqual(['cpu alert.opened']);
    expect(await of({ project_id: 'other' })).toEqual(['net alert.opened']);
    // Whoever is not told that a key is flapping is told as usual.
    expect(await of({ kinds: ['alert.resolved'] })).toEqual(['disk alert.resolved']);
    expect(await of({ kinds: ['alert.resolved', 'alert.flapping'] })).toEqual(['disk alert.flapping']);
    expect(
      await of({
        kinds: ['alert.opened'],
        filter_or: [
          { k: 'severity', v: 'CRITICAL', o: 'eq' },
          { k: 'title', v: 'net', o: 'eq' },
        ],
      }),
    ).toEqual(['disk alert.opened', 'net alert.opened']);
  });

  it('returns which quota would have been exceeded, and when', async () => {
    const { domain_id } = await createHistory();
    const quota = (limit: object) =>
      api.call('POST', '/notification/v1/quotas', { body: { domain_id, protocol_id: 'webhook', limit } });
    const { body: made } = await quota({ day: 0 });
    const none = await preview({ domain_id, protocol_id: 'webhook' });
    expect(none.body.quota).toMatchObject({
      limit: { day: 0 },
      refused: 5,
      exceeded: 'day',
      exceeded_at: new Date(NOW - 50 * HOUR).toISOString(),
    });
    // The changes may fall into two months.
    const sameMonth = [50, 40, 30].filter(
      (hours) => dayOf(hours * HOUR).slice(0, 7) === dayOf(50 * HOUR).slice(0, 7),
    );
    await api.call('PUT', `/notification/v1/quota/${String(made['quota_id'])}`, {
      body: { domain_id, limit: { month: 1 } },
    });
    const one = await preview({ domain_id, protocol_id: 'webhook' });
    expect(one.body.quota['exceeded']).toBe('month');
    if (sameMonth.length > 1)
      expect(one.body.quota['exceeded_at']).toBe(new Date(NOW - 40 * HOUR).toISOString());
  });

  it('compares a draft with the subscription as it is', async () => {
    const { domain_id } = await createHistory();
    const { body: saved } = await api.call('POST', '/notification/v1/subscriptions', {
      body: {
        ...{ domain_id, name: 's', protocol_id: 'webhook', options: { url: 'https://192.0.2.1/' } },
        filter: [{ k: 'severity', v: 'ERROR', o: 'gte' }],
      },
    });
    const path = `subscription/${String(saved['subscription_id'])}/preview`;
    const unchanged = await preview({ domain_id }, path);
    expect(unchanged.body).toMatchObject({ notifications: 4, difference: null });
    const { body } = await preview({ domain_id, filter: [{ k: 'title', v: 'disk', o: 'not' }] }, path);
    expect(body).toMatchObject({
      notifications: 2,
      difference: { present: 4, missing: 3, additional: 1 },
    });
    expect(titles(body.difference?.first_missing ?? [])).toEqual([
      'disk alert.opened',
      'disk alert.escalated',
      'disk alert.flapping',
    ]);
    expect(titles(body.difference?.first_additional ?? [])).toEqual(['net alert.opened']);
    expect(await preview({ domain_id: 'other' }, path)).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
  });

  it.each([
    [{ days: 0 }, 'ERROR_INVALID_PARAMETER', 'days must be a whole number from 1 to 30'],
    [{ days: 31 }, 'ERROR_INVALID_PARAMETER', 'days must be a whole number from 1 to 30'],
    [{ protocol_id: undefined }, 'ERROR_REQUIRED_PARAMETER', 'protocol_id is required'],
    [{ protocol_id: 'pigeon' }, 'ERROR_INVALID_PARAMETER', 'protocol_id must be one of'],
    [{ kinds: ['alert.exploded'] }, 'ERROR_INVALID_PARAMETER', 'kinds must be a list of'],
    [{ filter: [{ k: 'colour', v: 'red', o: 'eq' }] }, 'ERROR_INVALID_QUERY', 'filter[0]'],
    [{ filter: [{ k: 'title', v: '(', o: 'regex' }] }, 'ERROR_INVALID_QUERY', 'filter[0]'],
  ])('is rejected with 400 for %j', async (more, code, detail) => {
    const response = await preview({ domain_id: 'd1', protocol_id: 'webhook', ...more });
    expect(response).toMatchObject(matchProblem(400, code));
    expect(String(response.body['detail'])).toContain(detail);
  });

  it('runs at the same time as those of other domains, and a second one of its domain is rejected with 429', async () => {
    const domains = [await createHistory(), await createHistory(), await createHistory()];
    const lock = await pool.connect();
    await lock.query('begin; lock table alert in access exclusive mode');
    try {
      const all = domains.map(({ domain_id }) => preview({ domain_id, protocol_id: 'webhook' }));
      await expect.poll(countWaiting).toBeGreaterThanOrEqual(2);
      const second = await preview({ domain_id: domains[0]?.domain_id, protocol_id: 'webhook' });
      expect([second.status, second.headers['retry-after']]).toEqual([429, '5']);
      await lock.query('rollback');
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      lock.release();
    }
  });

  it('is cancelled when its caller disconnects, and another one can run', async () => {
    const { domain_id } = await createHistory();
    const severe = [{ k: 'severity', v: 'ERROR', o: 'lte' }];
    const kinds: readonly (readonly [string, object])[] = [
      ['subscriptions/preview', { domain_id, protocol_id: 'webhook' }],
      ['silences/preview', { filter: [] }],
      ['inhibitions/preview', { source: severe, target: severe }],
      ['plan/preview', {}],
    ];
    let next: ReturnType<typeof preview> | undefined;
    await whileLocked(api.databaseUrl, 'alert', async () => {
      const controller = new AbortController();
      const abortedRequests = kinds.map(([path, body], n) =>
        fetch(`${api.url}/notification/v1/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ROOT_API_KEY}` },
          body: JSON.stringify({ domain_id: `without-alerts-${n}`, days: 30, ...body }),
          signal: controller.signal,
        }),
      );
      await expect.poll(countWaiting).toBe(kinds.length);
      // It is the same for all kinds that one of the domain is running.
      const second = await preview({ domain_id, source: severe, target: severe }, 'inhibitions/preview');
      expect(second.status).toBe(429);
      controller.abort();
      await Promise.allSettled(abortedRequests);
      // The statement is cancelled long before its timeout.
      expect(await timed(() => expect.poll(countWaiting).toBe(0))).toBeLessThan(900);
      // The place is free a moment after the statement has ended.
      const again = () => preview({ domain_id, protocol_id: 'webhook' });
      next = until(again, ({ status }) => status !== 429);
      await expect.poll(countWaiting).toBe(1);
    });
    expect((await next)?.status).toBe(200);
  });
});

describe('a preview of a silence', () => {
  it('counts the changes that it would have silenced, within its weekly times', async () => {
    const { domain_id } = await createHistory();
    const previewSilence = async (more: object) => {
      const { status, body } = await preview({ domain_id, filter: [], ...more }, 'silences/preview');
      expect(status).toBe(200);
      return [body['changes'], titles(body.first)];
    };
    expect(await previewSilence({ filter: [{ k: 'severity', v: 'ERROR', o: 'lte' }] })).toEqual([
      2,
      ['cpu alert.opened', 'net alert.opened'],
    ]);
    const at = new Date(NOW - 40 * HOUR);
    const day = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][at.getUTCDay()];
    const hour = (hours: number) => String((at.getUTCHours() + hours) % 24).padStart(2, '0');
    const weekly = { days: [day], from: `${hour(0)}:00`, to: `${hour(1)}:00`, timezone: 'UTC' };
    expect(await previewSilence({ weekly })).toEqual([1, ['cpu alert.opened']]);
    const wrong = await preview(
      { domain_id, filter: [], weekly: { ...weekly, timezone: 'Mars' } },
      'silences/preview',
    );
    expect(wrong).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER'));
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { rootApiKey, startApi, type AppUnderTest } from '#test/processes.js';

const HOUR_MS = 3_600_000;
const NOW = Date.now() - 60_000;
const TITLE = 'disk `@all` <b>full</b>';

let database: TestDatabase;
let api: AppUnderTest;
let pool: pg.Pool;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url });
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  folder = await mkdtemp(join(tmpdir(), 'tocsin-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await pool?.end();
  await api?.stop();
  await database?.drop();
});

const file = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const run = (domain: string, ...args: readonly string[]) =>
  runCli(args, { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: domain });

/** Writes an alert that opened and was resolved so many hours ago, with its changes. */
async function addAlert(
  domain_id: string,
  fields: { title: string; severity: string; opened: number; resolved?: number },
): Promise<void> {
  const { title, severity, opened, resolved } = fields;
  const ago = (hours: number | undefined) =>
    hours === undefined ? null : new Date(NOW - hours * HOUR_MS).toISOString();
  await pool.query(
    `with added as (
       insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at, resolved_at,
         resolved_reason, last_received_at, event_count, duplicate_count)
       values ($1, gen_random_uuid(), gen_random_uuid(), 'shop', $2, $3, $4, $2, $5, $6::timestamptz,
         case when $6::timestamptz is not null then 'RECOVERY' end, $5, 1, 0)
       returning *
     )
     insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity, changed_at)
     select domain_id, webhook_id, project_id, alert_id, kind, state_then, severity, at from (
       select *, 'opened' as kind, 'OPEN' as state_then, opened_at as at, 1 as place from added
       union all select *, 'resolved', 'RESOLVED', resolved_at, 2 from added where resolved_at is not null
     ) as changes order by place`,
    [domain_id, title, resolved === undefined ? 'OPEN' : 'RESOLVED', severity, ago(opened), ago(resolved)],
  );
}

const subscription = (filter: string) =>
  `{ protocol: webhook, options: { url: https://1.1.1.1/a }, filter: '${filter}' }`;

describe('tocsin plan', () => {
  it('shows what is added and changed, and what that means, as Markdown', async () => {
    const before = await file('a.yaml', `subscriptions: { jane: ${subscription('severity >= ERROR')} }\n`);
    expect(await run('plan', 'apply', '-f', before, '--yes')).toMatchObject({ code: 0 });
    await addAlert('plan', { title: TITLE, severity: 'CRITICAL', opened: 5, resolved: 4 });
    await addAlert('plan', { title: 'cpu', severity: 'WARNING', opened: 3 });
    const after = await file(
      'b.yaml',
      `subscriptions:
  jane: ${subscription('severity >= CRITICAL')}
  max: { protocol: webhook, options: { url: https://1.1.1.1/b } }
  steps: { protocol: webhook, options: { url: https://1.1.1.1/c }, trigger: ESCALATION }
silences: { upgrade: { filter: title = cpu, ends_at: '${new Date(NOW + 48 * HOUR_MS).toISOString()}', reason: CHG } }
inhibitions: { disk: { source: severity = CRITICAL, target: severity = WARNING } }
escalations: { all: { steps: [{ after: 0, subscriptions: [steps] }, { after: 30m, subscriptions: [steps] }], fallback: jane } }
quotas: { webhook: { day: 1 } }
`,
    );
    const planned = await run('plan', 'plan', '-f', after, '--days', '2');
    expect(planned).toMatchObject({ code: 2, err: '' });
    const { out } = planned;
    expect(out).toContain('~ subscription jane\n    filter: "severity >= ERROR" → "severity >= CRITICAL"');
    expect(out).toContain('6 to add, 1 to change, 0 unchanged');
    expect(out).toContain('### Notifications in the last 2 days');
    // Jane was told of both changes of the one alert, and still would be.
    expect(out).toMatch(/\| `jane` \| 2 \| 2 \| 0 \| 0 \|/);
    // Max would be told of all, but the silence keeps what is not resolved.
    expect(out).toMatch(/\| `max` \| 0 \| 2 \| \+2 \| 0 \|/);
    expect(out).toMatch(/- \d{4}-\d\d-\d\d \d\d:\d\dZ CRITICAL alert.opened ``disk `@all` <b>full<\/b>``/);
    expect(out).toContain('| `all` | 0 → 2 | 0 → 4 | 0 → 2 |');
    expect(out).toMatch(/\| `webhook` \| 2 → 5 \| .*\| none → 1 a day \| no → the day on /);
    expect(out).not.toContain('steps`');

    const json = await run('plan', '--json', 'plan', '-f', after, '--days', '2');
    expect(JSON.parse(json.out)).toMatchObject({
      added: 6,
      effects: { changes: 3, complete: true, subscriptions: expect.any(Array) as unknown },
    });
    expect(await run('plan', 'plan', '-f', before)).toMatchObject({
      code: 0,
      out: '## Plan\n\n\n0 to add, 0 to change, 1 unchanged\n',
    });
  });

  it('takes 200 records of a kind', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `s${at}`);
    const filter = `title contains "${'x'.repeat(400)}"`;
    const path = await file(
      'many.yaml',
      `subscriptions:\n${names.map((name) => `  ${name}: ${subscription(filter)}\n`).join('')}`,
    );
    const planned = await run('many', 'plan', '-f', path);
    expect(planned).toMatchObject({ code: 2, err: '' });
  });

  it('says that a domain has no history, and refuses what cannot be', async () => {
    const path = await file('c.yaml', `subscriptions: { jane: ${subscription('severity >= ERROR')} }\n`);
    const planned = await run('empty', 'plan', '-f', path);
    expect(planned).toMatchObject({ code: 2, err: '' });
    expect(planned.out).toContain('No alerts in the last 30 days; there is nothing to compare with.');
    expect(await run('empty', 'plan', '-f', path, '--days', '31')).toMatchObject({
      code: 1,
      err: expect.stringContaining('at most 30') as string,
    });
    const wrong = await file('d.yaml', `subscriptions: { jane: ${subscription('nothing = 1')} }\n`);
    const refused = await run('empty', 'plan', '-f', wrong);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('subscription "jane": filter[0].k');
  });

  it('refuses what apply would refuse, and names the record', async () => {
    const refuse = async (text: string) => {
      const { code, err } = await run('full', 'plan', '-f', await file('e.yaml', text));
      expect(code).toBe(1);
      return err;
    };
    const mail = '{ protocol: webhook, options: { adress: a } }';
    const names = await refuse(`project: shop\nsubscriptions: { mail: ${mail} }\n`);
    expect(names).toContain('subscription "shop/mail": options.url is required');
    expect(names).toContain('subscription "shop/mail": options.adress is unknown');
    const inTwoYears = new Date(NOW + 730 * 24 * HOUR_MS).toISOString();
    const long = `{ filter: title = cpu, ends_at: '${inTwoYears}', reason: CHG }`;
    expect(await refuse(`silences: { long: ${long} }\n`)).toContain(
      'silence "long": ends_at must be at most a year after starts_at',
    );
    const inhibitions = Array.from(
      { length: 101 },
      (_, n) => `i${n}: { source: severity = ERROR, target: title = a }`,
    );
    expect(await refuse(`inhibitions: { ${inhibitions.join(', ')} }\n`)).toContain(
      'The domain may have 100 inhibitions, and has no room for 101 more',
    );
  });
});

describe('tocsin compare', () => {
  const time = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString();

  it('tells which alerts only one side had', async () => {
    await addAlert('side', { title: 'disk', severity: 'ERROR', opened: 5, resolved: 4 });
    await addAlert('side', { title: 'cpu', severity: 'ERROR', opened: 3 });
    const old = await file(
      'old.csv',
      `Key,Time,State\ndisk,${time(5)},open\ndisk,${time(4.01)},closed\nnet,${time(2)},open\nnet,${time(24 * 9)},open\n`,
    );
    const compared = await run('side', 'compare', old);
    expect(compared).toMatchObject({ code: 2, err: '' });
    expect(compared.out).toContain('firing: 1 in both, 1 only in the file, 1 only in Tocsin');
    expect(compared.out).toContain('resolved: 1 in both, 0 only in the file, 0 only in Tocsin');
    expect(compared.out).toContain('1 rows of the file are not of the last 7 days');
    const json = await run('side', '--json', 'compare', old, '--tolerance', '10s');
    expect(JSON.parse(json.out)).toMatchObject({
      both: { firing: 1, resolved: 0 },
      only_in_file: [{ key: 'disk', state: 'resolved', line: 3 }, { key: 'net' }],
      only_in_tocsin: [{ key: 'disk', state: 'resolved' }, { key: 'cpu' }],
      not_compared: 1,
    });
    const same = await file('same.csv', `key;state;time\ncpu;firing;${time(3)}\n`);
    expect(await run('side', 'compare', same, '--filter', 'title = cpu')).toMatchObject({ code: 0 });
  });

  it('names all mistakes of the file', async () => {
    const bad = await file('bad.csv', 'time,key,state\nyesterday,a,open\n2026-11-20T10:00:00Z,b,late\n');
    const { code, err } = await run('side', 'compare', bad);
    expect(code).toBe(1);
    expect(err).toMatch(/bad\.csv:2: time: expected .*\n.*bad\.csv:3: state: expected one of/);
    expect(err).toContain('2 mistakes in ');
    expect(await run('side', 'compare', join(folder, 'absent.csv'))).toMatchObject({ code: 1 });
    expect(await run('side', 'compare', bad, '--by', 'name')).toMatchObject({ code: 1 });
  });
});

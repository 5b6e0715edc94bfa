import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { call, until } from './client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from './notified-domain.js';
import { rootApiKey } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly text: string;
  readonly [part: string]: unknown;
}

interface Timeline {
  readonly results: readonly Entry[];
  readonly total_count: number;
  readonly left_out_count: number;
}

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const monitoringUrl = (path: string) => `${service.api.url}/monitoring/v1/${path}`;

async function findAlert(domain_id: string, state = 'OPEN'): Promise<string> {
  const { body } = await until(
    () =>
      call<{ results: { alert_id: string }[] }>(
        'GET',
        monitoringUrl(`alerts?domain_id=${domain_id}&state=${state}`),
      ),
    (found) => found.body.results.length === 1,
  );
  return String(body.results[0]?.alert_id);
}

const timelinePath = (domain_id: string, alert_id: string) =>
  monitoringUrl(`alert/${alert_id}/timeline?domain_id=${domain_id}`);
const readTimeline = async (domain_id: string, alert_id: string) =>
  (await call<Timeline>('GET', timelinePath(domain_id, alert_id))).body;
const waitFor = (domain_id: string, alert_id: string, text: RegExp) =>
  until(
    () => readTimeline(domain_id, alert_id),
    ({ results }) => results.some((entry) => text.test(entry.text)),
    30_000,
  );

async function readMarkdown(domain_id: string, alert_id: string) {
  const response = await fetch(timelinePath(domain_id, alert_id), {
    headers: { authorization: `Bearer ${rootApiKey}`, accept: 'text/markdown' },
  });
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(response.headers.get('vary')).toMatch(/accept/i);
  return response.text();
}

it('tells in one order what happened, who did what, and who was told', { timeout: 90_000 }, async () => {
  let failures = 1;
  receiver.answer = (_, response) => {
    failures -= 1;
    response.writeHead(failures < 0 ? 200 : 503).end('not now');
  };
  const { domain_id, send, webhook } = await createTestDomain(service, receiver, {
    name: 'ops-hook',
    kinds: ['alert.opened', 'alert.escalated', 'alert.resolved'],
  });
  await send(alarm('disk', { title: 'Disk full', severity: 'ERROR' }));
  const id = await findAlert(domain_id);
  await waitFor(domain_id, id, /answered 200/);

  const put = async (verb: string, body: object) => {
    const url = monitoringUrl(`alert/${id}/${verb}`);
    expect((await call('PUT', url, { domain_id, ...body })).status).toBe(200);
  };
  await put('acknowledge', { comment: 'Replacing the disk' });
  await put('unacknowledge', {});
  await put('acknowledge', { comment: 'Again', until: 'now + 1h' });

  const silence = { name: 'Disk swap', filter: [], ends_at: 'now + 1h', reason: 'CHG-1' };
  expect((await call('POST', notificationUrl(service, 'silences'), { domain_id, ...silence })).status).toBe(
    201,
  );
  await send(alarm('disk', { title: 'Disk full', severity: 'CRITICAL' }));
  await waitFor(domain_id, id, /held back/);
  await send(recovery('disk'));
  await findAlert(domain_id, 'RESOLVED');
  const { results, ...counts } = await waitFor(domain_id, id, /it was resolved: sent/);

  const { body } = await call<{ name: string }>(
    'GET',
    monitoringUrl(`webhook/${webhook.webhook_id}?domain_id=${domain_id}`),
  );
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(results.map(({ text }) => text.replaceAll(/\d{4}-\d\d-\d\d [\d:]{8} UTC/g, 'TIME'))).toEqual([
    'ERROR: Disk full',
    `Opened as ERROR by ${body.name}`,
    'Told ops-hook (webhook) that it opened: sent, answered 200, after an attempt that failed (answered 503)',
    'Acknowledged by root: Replacing the disk',
    'Acknowledgement withdrawn by root',
    'Acknowledged by root (until TIME): Again',
    'CRITICAL: Disk full',
    'Severity rose from ERROR to CRITICAL',
    'The silence “Disk swap” (CHG-1; until TIME) held back that its severity rose, for ops-hook',
    'Recovery: disk',
    `Resolved: ${body.name} reported the recovery`,
    'Told ops-hook (webhook) that it was resolved: sent, answered 200',
  ]);
  expect(counts).toEqual({ total_count: 12, left_out_count: 0 });
  expect(results.map(({ at }) => at)).toEqual(results.map(({ at }) => at).toSorted());
  expect(results[0]).toEqual({
    at: time,
    kind: 'event',
    text: expect.anything(),
    event: {
      ...{ event_id: expect.stringMatching(/^event_/), event_type: 'ALERT', severity: 'ERROR' },
      ...{ title: 'Disk full', count: 1, last_at: results[0]?.at },
    },
  });
  expect(results[2]).toMatchObject({
    kind: 'notification',
    notification: {
      ...{
        notification_kind: 'alert.opened',
        subscription: 'ops-hook',
        protocol_id: 'webhook',
        state: 'SENT',
      },
      attempts: [
        { at: time, status: 503, error: 'answered 503', answer: 'not now' },
        { at: time, status: 200, error: null },
      ],
    },
  });
  expect(results[5]).toMatchObject({
    kind: 'acknowledgement',
    acknowledgement: { acknowledged: true, by: 'root', comment: 'Again', until: time },
  });
  expect(results[8]).toMatchObject({
    kind: 'silence',
    silence: {
      ...{ name: 'Disk swap', reason: 'CHG-1', until: time, notification_kind: 'alert.escalated' },
      subscriptions: [{ name: 'ops-hook' }],
    },
  });

  // Changes are kept for 30 days only. The beginning and the end are known from the alert.
  await sql(service.databaseUrl, 'delete from alert_change where alert_id = $1', [parseId('alert', id)]);
  const later = await readTimeline(domain_id, id);
  expect(later.results.filter(({ kind }) => kind === 'change').map(({ text }) => text)).toEqual([
    `Opened by ${body.name}`,
    `Resolved: ${body.name} reported the recovery`,
  ]);
});

it('tells what happened at the same time in the order in which it happened', async () => {
  const { domain_id, send } = await createTestDomain(service, receiver);
  await send([alarm('twice', { severity: 'ERROR' }), alarm('twice', { severity: 'CRITICAL' })]);
  const id = await findAlert(domain_id);
  const { results } = await waitFor(domain_id, id, /Severity rose/);
  const changes = results.filter(({ kind }) => kind === 'change');
  expect(changes.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Opened as ERROR/),
    'Severity rose from ERROR to CRITICAL',
  ]);
  expect(new Set(changes.map(({ at }) => at)).size).toBe(1);
});

it('has notes, assignments and resolutions by users', async () => {
  const { domain_id, send } = await createTestDomain(service, receiver);
  await send(alarm('note'));
  const id = await findAlert(domain_id);
  await waitFor(domain_id, id, /Opened/);
  const uuid = parseId('alert', id);
  await sql(
    service.databaseUrl,
    `insert into alert_note (domain_id, alert_id, note_id, author, text)
     values ($1, $2, gen_random_uuid(), 'ann', E'Ordered a disk.\nArrives at 5.'), ($1, $2, gen_random_uuid(), 'bob', 'Fine'),
       ('other', $2, gen_random_uuid(), 'eve', 'Elsewhere')`,
    [domain_id, uuid],
  );
  await sql(
    service.databaseUrl,
    `update alert set assignee = 'bob', assigned_at = clock_timestamp(), assigned_by = 'ann'
     where domain_id = $1 and alert_id = $2`,
    [domain_id, uuid],
  );
  const comment = 'Disk replaced';
  const url = monitoringUrl(`alert/${id}/resolve`);
  expect((await call('PUT', url, { domain_id, comment })).status).toBe(200);
  const { results } = await readTimeline(domain_id, id);
  const told = results.filter(({ kind }) => kind !== 'notification');
  expect(told.map(({ text }) => text)).toEqual([
    'ERROR: note',
    expect.stringMatching(/^Opened as ERROR by /),
    expect.stringMatching(/^Note by (ann|bob): /),
    expect.stringMatching(/^Note by (ann|bob): /),
    'Assigned to bob by ann',
    'Resolved by root: Disk replaced',
  ]);
  const notes = told.filter(({ kind }) => kind === 'note').map(({ note }) => note);
  expect(notes).toContainEqual({
    ...{ note_id: expect.stringMatching(/^note_/), author: 'ann' },
    text: 'Ordered a disk.\nArrives at 5.',
  });
});

it('is no Markdown of senders, and has one line for each entry', async () => {
  receiver.answer = (_, response) => void response.writeHead(204).end();
  const { domain_id, send } = await createTestDomain(service, receiver);
  const title = '<script>alert(1)</script> [x](javascript:alert(1))\n# heading\n- item https://evil.test';
  await send(alarm('evil', { title }));
  const id = await findAlert(domain_id);
  const comment = '**bold**\n\n![i](https://evil.test/i.png)';
  await call('PUT', monitoringUrl(`alert/${id}/acknowledge`), { domain_id, comment });
  await waitFor(domain_id, id, /that it opened: sent/);
  await waitFor(domain_id, id, /that it was acknowledged: sent/);
  const markdown = await readMarkdown(domain_id, id);
  const [heading, , facts, , ...list] = markdown.trimEnd().split('\n');
  const escaped = String.raw`\<script\>alert(1)\</script\> \[x\](javascript:alert(1)) \# heading - item https\://evil.test`;
  expect(heading).toBe(`# ${escaped}`);
  expect(facts).toBe(`ERROR, open, 1 event and 0 repeats. \`${id}\``);
  const { total_count } = await readTimeline(domain_id, id);
  expect(list).toHaveLength(total_count);
  for (const line of list) expect(line).toMatch(/^- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \S/);
  expect(list[0]).toContain(`ERROR: ${escaped}`);
  expect(markdown).toContain(String.raw`Acknowledged by root: \*\*bold\*\* !\[i\](https\://evil.test/i.png)`);
});

it('is read by viewers, and exists only in the domain of the alert', async () => {
  const [mine, other] = [await createTestDomain(service, receiver), `d-${crypto.randomUUID()}`];
  await mine.send(alarm('mine'));
  const id = await findAlert(mine.domain_id);
  const key = await call<{ api_key: string }>('POST', `${service.api.url}/identity/v1/api-keys`, {
    ...{ domain_id: mine.domain_id, user_id: 'viewer', role: 'VIEWER' },
  });
  const asViewer = { authorization: `Bearer ${key.body.api_key}` };
  const ownPath = monitoringUrl(`alert/${id}/timeline`);
  expect(await call('GET', ownPath, undefined, asViewer)).toMatchObject({ status: 200 });
  expect(await call('GET', timelinePath(other, id))).toMatchObject({ status: 404 });
  expect(await call('GET', timelinePath(mine.domain_id, 'alert_x'))).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'alert_id' }] },
  });
});

it('counts events alike, and is bounded with the newest entries', { timeout: 60_000 }, async () => {
  const { domain_id, send } = await createTestDomain(service, receiver);
  await send(alarm('many', { title: 'the first' }));
  const id = await findAlert(domain_id);
  await waitFor(domain_id, id, /Opened/);
  const insert = (count: number, from: number, title: string) =>
    sql(
      service.databaseUrl,
      `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
         severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
       select domain_id,
         (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint + $3::int + n), 12, '0') || '7000' ||
           '8' || lpad(to_hex(n), 15, '0'))::uuid,
         webhook_id, project_id, alert_id, delivery_id, event_key, event_type, severity, ${title}, description, raw_data,
         additional_info, plugin_id, plugin_version, created_at + ($3::int + n) * interval '1 ms', occurred_at
       from event, generate_series(1, $2::int) as n where alert_id = $1 and title = 'the first'`,
      [parseId('alert', id), count, from],
    );
  await insert(50, 10_000, `'alike'`);
  const [alike] = (await waitFor(domain_id, id, /alike/)).results.slice(-1);
  expect(alike).toMatchObject({ kind: 'event', event: { title: 'alike', count: 50 } });
  expect(alike?.text).toMatch(/^ERROR: alike \(and 49 more like it until .* UTC\)$/);

  await insert(2_000, 20_000, `'number ' || n`);
  const began = performance.now();
  const { results, total_count, left_out_count } = await readTimeline(domain_id, id);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(results).toHaveLength(1_000);
  expect(results.at(-1)?.text).toBe('ERROR: number 2000');
  expect(total_count).toBeGreaterThanOrEqual(2_003);
  expect(left_out_count).toBe(total_count - 1_000);
  const [, , , , leftOut] = (await readMarkdown(domain_id, id)).split('\n');
  expect(leftOut).toBe(`${left_out_count.toLocaleString('en')} earlier entries left out.`);
});

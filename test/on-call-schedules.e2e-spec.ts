import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { membersAt } from '../libs/notification/src/on-call/tables/schedules.js';
import { createCalendar, startCalendarServer, type CalendarServer } from './calendar-server.js';
import { call } from './client.js';
import { notificationUrl } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { createScheduledDomain } from './scheduled-domain.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

const SECRET = 'private-3b0c1d';
const DAY = 86_400_000;

let service: Service;
let receiver: Receiver;
let calendars: CalendarServer;
beforeAll(async () => {
  [receiver, calendars] = await Promise.all([startReceiver(), startCalendarServer()]);
  service = await startService({ NOTIFICATION_ALLOW: '127.0.0.1', LOG_LEVEL: 'debug' });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await calendars?.close();
});

const createDomain = () => createScheduledDomain(service, receiver);
const ROTATION = { shift: '1d', handoff: { time: '09:00' } };
/** The time of an event in UTC, some days from now. */
const at = (days: number) =>
  `${new Date(Date.now() + days * DAY).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
const event = (from: number, to: number, ...lines: readonly string[]) => [
  ...[`DTSTART:${at(from)}`, `DTEND:${at(to)}`],
  ...lines,
];

it('says to the service itself who is to be told', async () => {
  const domain = await createDomain();
  const id = await domain.add({ rotation: ROTATION });
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const read = (domain_id: string) => membersAt(client, domain_id, parseId('on_call', id), new Date());
    expect(await read(domain.domain_id)).toEqual({
      state: 'ON_CALL',
      members: [{ name: 'Jane Doe', subscription_id: expect.any(String) }],
    });
    expect(await read('another')).toBeUndefined();
  } finally {
    await client.end();
  }
});

describe('a rotation', () => {
  it('says who is on call, what changes next, and when', async () => {
    const domain = await createDomain();
    const id = await domain.add({ rotation: ROTATION });
    const now = await domain.at(id);
    expect(now).toMatchObject({
      ...{ state: 'ON_CALL', because: 'ROTATION', members: [{ name: 'Jane Doe', reachable: true }] },
      next_change: { because: 'ROTATION', members: [{ name: 'Max' }] },
    });
    expect(await domain.at(id, now.next_change?.at)).toMatchObject({ members: [{ name: 'Max' }] });
    const { body } = await call<{ shifts: unknown[]; gaps: unknown[] }>(
      'GET',
      domain.url(`/${id}/shifts?domain_id=${domain.domain_id}`),
    );
    expect(body.shifts).toHaveLength(15);
    expect(body.gaps).toEqual([]);
    await domain.health(id, ({ checked_at }) => checked_at !== null);
    expect(await domain.told()).toEqual([]);
  });

  it('gives way to overrides', async () => {
    const domain = await createDomain();
    const id = await domain.add({ rotation: ROTATION });
    const { status, body } = await domain.update(id, {
      overrides: [{ members: ['Max'], starts_at: 'now', ends_at: 'now + 2h', reason: 'swapped' }],
    });
    expect(status).toBe(200);
    expect(await domain.at(id, 'now + 1h')).toMatchObject({
      ...{ because: 'OVERRIDE', members: [{ name: 'Max' }], details: ['swapped'] },
    });
    // A client may send back what it has read.
    expect((await domain.update(id, { ...body, health: undefined, ...READ_ONLY })).body.updated_at).toBe(
      body.updated_at,
    );
  });

  it('has gaps while nobody can be told, which others are told once', async () => {
    const domain = await createDomain();
    const other = await domain.subscribe({ kinds: ['on_call.gap'], name: 'other' });
    const max = { name: 'Max', subscription_id: other.subscription_id };
    const id = await domain.add({ members: [max], rotation: ROTATION });
    await domain.health(id, ({ checked_at }) => checked_at !== null);
    const path = notificationUrl(service, `subscription/${other.subscription_id}`);
    expect((await call('DELETE', `${path}?domain_id=${domain.domain_id}`)).status).toBe(204);
    expect(await domain.check(id)).toMatchObject({ gaps: [{ reason: 'UNREACHABLE' }] });
    await domain.check(id);
    expect(await domain.told()).toEqual([
      expect.stringMatching(/^on_call.gap: Database team: nobody who is on call can be told from /),
    ]);
    expect(await domain.at(id)).toMatchObject({ state: 'ON_CALL', members: [{ reachable: false }] });
    expect((await domain.update(id, { members: [max, domain.members[0]] })).body.errors).toEqual([
      { field: 'members[0].subscription_id', reason: expect.stringContaining('name another') },
    ]);
  });
});

const READ_ONLY = {
  ...{ on_call_id: undefined, source: undefined, ical_url: undefined, created_by: undefined },
  ...{ created_at: undefined, updated_at: undefined },
};

describe('a calendar', () => {
  it('names members by e-mail address or summary, and tells who is unknown', async () => {
    const domain = await createDomain();
    const path = `/${SECRET}/names.ics`;
    calendars.answer(
      path,
      createCalendar(
        event(-1, 1, 'SUMMARY:On call', 'ATTENDEE:mailto:jane@example.com'),
        event(1, 2, 'SUMMARY:Max'),
        event(2, 9, 'SUMMARY:Eve'),
      ),
    );
    const id = await domain.add({ ical_url: calendars.url + path });
    expect((await domain.get(id)).ical_url).toBe(`${calendars.url}/***`);
    const health = await domain.health(id, ({ read_at }) => read_at !== null);
    expect(health).toMatchObject({ unknown_names: ['Eve'], failing_since: null });
    expect(health.gaps).toHaveLength(1);
    expect(await domain.at(id)).toMatchObject({
      ...{ state: 'ON_CALL', because: 'CALENDAR', details: ['On call'], members: [{ name: 'Jane Doe' }] },
      next_change: { members: [{ name: 'Max' }], details: ['Max'] },
    });
    expect(await domain.at(id, 'now + 3d')).toMatchObject({ state: 'NOBODY', members: [], because: null });
    await domain.check(id);
    expect((await domain.told()).toSorted()).toEqual([
      'on_call.failing: Database team: the calendar names Eve, who is no member',
      expect.stringMatching(/^on_call.gap: Database team: nobody is on call from /),
    ]);
    // The new member is found in the copy at once.
    const eve = { name: 'Eve', subscription_id: domain.subscription.subscription_id };
    await domain.update(id, { members: [...domain.members, eve] });
    expect(await domain.at(id, 'now + 3d')).toMatchObject({ members: [{ name: 'Eve' }] });
    await domain.health(id, ({ unknown_names }) => unknown_names.length === 0);
  });

  it('that is unchanged is not sent again, and its copy applies while it cannot be read', async () => {
    const domain = await createDomain();
    const path = `/${SECRET}/copy.ics`;
    const calendar = createCalendar(event(-1, 90, 'SUMMARY:Max'));
    calendars.answer(path, (response, headers) => {
      if (headers['if-none-match'] === '"1"') return response.writeHead(304).end();
      return response.writeHead(200, { etag: '"1"' }).end(calendar);
    });
    const id = await domain.add({ ical_url: calendars.url + path });
    await domain.health(id, ({ read_at }) => read_at !== null);
    await domain.check(id);
    expect(calendars.requests.findLast((request) => request.path === path)?.headers).toMatchObject({
      'if-none-match': '"1"',
    });
    calendars.answer(path, (response) => response.writeHead(503, { 'retry-after': '1800' }).end());
    expect(await domain.check(id)).toMatchObject({
      ...{ last_error: 'answered 503', failing_since: expect.any(String), gaps: [] },
    });
    const [due] = await sql<{ seconds: number }>(
      service.databaseUrl,
      `select extract(epoch from due_at - clock_timestamp())::int as seconds from on_call_health where domain_id = $1`,
      [domain.domain_id],
    );
    expect(due?.seconds).toBeGreaterThan(1700);
    expect(await domain.at(id)).toMatchObject({ members: [{ name: 'Max' }] });
    expect(await domain.told()).toEqual([]);
    await sql(
      service.databaseUrl,
      `update on_call_health set failing_since = failing_since - interval '1 hour' where domain_id = $1`,
      [domain.domain_id],
    );
    await domain.check(id);
    await domain.check(id);
    expect(await domain.told()).toEqual([
      expect.stringMatching(
        /^on_call.failing: Database team: the calendar cannot be read since .*; the copy of /,
      ),
    ]);
    calendars.answer(path, calendar);
    expect(await domain.check(id)).toMatchObject({ failing_since: null, last_error: null });
  });

  it.each<[string, (response: import('node:http').ServerResponse) => void, RegExp]>([
    ['broken', (response) => response.end('<html>Sign in</html>'), /is no iCalendar/],
    ['cut off', (response) => response.end('BEGIN:VCALENDAR\r\nBEGIN:VEVENT'), /is cut off/],
    [
      'huge',
      (response) => {
        const chunk = Buffer.alloc(1024 * 1024, 'BEGIN:VCALENDAR\r\n');
        for (let n = 0; n < 50; n += 1) response.write(chunk);
        response.end();
      },
      /more than 5 MiB/,
    ],
    [
      'full of recurrences',
      (response) => response.end(createCalendar(event(-1, -0.9, 'RRULE:FREQ=MINUTELY;COUNT=100000'))),
      /more than 10000 events/,
    ],
    ['ended early', (response) => response.destroy(), /the connection failed/],
    ['forbidden', (response) => response.writeHead(403).end(), /answered 403/],
    [
      'behind a private address',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      /is redirected to one that leads to an address that is not public/,
    ],
    ['behind a circle', (response) => response.writeHead(302, { location: '' }).end(), /more than 5 times/],
    [
      'behind a file',
      (response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
      /must begin with/,
    ],
  ])('that is %s is told in its health', async (name, respond, reason) => {
    const domain = await createDomain();
    const path = `/${SECRET}/${encodeURIComponent(name)}.ics`;
    calendars.answer(path, respond);
    const id = await domain.add({ ical_url: calendars.url + path });
    const { last_error } = await domain.health(id, ({ failing_since }) => failing_since !== null);
    expect(last_error).toMatch(reason);
    expect(last_error).not.toContain(SECRET);
    expect(await domain.at(id)).toMatchObject({ state: 'UNKNOWN', members: [] });
  });

  it('behind a redirect is read, while a slow one delays no other', async () => {
    const domain = await createDomain();
    calendars.answer(`/${SECRET}/slow.ics`, () => undefined);
    calendars.answer(`/${SECRET}/moved.ics`, (response) =>
      response.writeHead(307, { location: `/${SECRET}/here.ics` }).end(),
    );
    calendars.answer(`/${SECRET}/here.ics`, createCalendar(event(-1, 1, 'SUMMARY:Max')));
    for (let n = 0; n < 7; n += 1) await domain.add({ ical_url: `${calendars.url}/${SECRET}/slow.ics` });
    const other = await createDomain();
    const id = await other.add({ ical_url: `${calendars.url}/${SECRET}/moved.ics` });
    await other.health(id, ({ read_at }) => read_at !== null);
    expect(await other.at(id)).toMatchObject({ members: [{ name: 'Max' }] });
    expect(calendars.count(`/${SECRET}/slow.ics`)).toBeLessThan(8);
  });

  it('has an address that is shown, logged and stored nowhere', async () => {
    expect(service.api.logs()).not.toContain(SECRET);
    expect(service.worker.logs()).not.toContain(SECRET);
    const rows = await sql(
      service.databaseUrl,
      `select from on_call o, on_call_health h
       where o.on_call_id = h.on_call_id and (o::text like $1 or h::text like $1)`,
      [`%${SECRET}%`],
    );
    expect(rows).toEqual([]);
  });
});

it.each([
  ['nobody', { members: [], rotation: ROTATION }, 'members'],
  ['two of a name', { members: [0, 0], rotation: ROTATION }, 'members[1].name'],
  ['neither rotation nor calendar', {}, 'rotation'],
  ['both', { rotation: ROTATION, ical_url: 'https://calendar.example.com/a.ics' }, 'ical_url'],
  ['no time zone of this world', { timezone: 'Europe/Atlantis', rotation: ROTATION }, 'timezone'],
  ['an unknown shift', { rotation: { ...ROTATION, shift: '1 week' } }, 'rotation.shift'],
  ['a private calendar', { ical_url: 'http://10.0.0.1/a.ics' }, 'ical_url'],
  ['a file', { ical_url: 'file:///etc/passwd' }, 'ical_url'],
  ['no address', { ical_url: 'calendar' }, 'ical_url'],
  [
    'an override of a stranger',
    { rotation: ROTATION, overrides: [{ members: ['Eve'], starts_at: 'now', ends_at: 'now + 1h' }] },
    'overrides[0].members[0]',
  ],
  [
    'an override that ends before it starts',
    { rotation: ROTATION, overrides: [{ members: ['Max'], starts_at: 'now', ends_at: 'now - 1h' }] },
    'overrides[0].ends_at',
  ],
])('a schedule of %s is refused', async (_, given, field) => {
  const domain = await createDomain();
  const { members: indexes } = given as { members?: readonly number[] };
  const members = indexes?.map((index) => domain.members[index]);
  const { status, body } = await domain.create({ ...given, ...(members && { members }) });
  expect(body.errors?.map((error) => error.field)).toEqual([field]);
  expect(status).toBe(400);
});

it('times out of reach are refused', async () => {
  const domain = await createDomain();
  const id = await domain.add({ rotation: ROTATION });
  for (const query of ['at?time=now - 40d', 'at?time=soon', 'shifts?to=now - 1d', 'shifts?to=now %2B 40d']) {
    const { status } = await call('GET', domain.url(`/${id}/${query}&domain_id=${domain.domain_id}`));
    expect(status).toBe(400);
  }
});

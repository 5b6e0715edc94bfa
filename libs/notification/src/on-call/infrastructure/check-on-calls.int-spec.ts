import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { Encryption } from '#shared/platform/encryption.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { CheckOnCalls } from './check-on-calls.js';
import type { CalendarReading, ReadCalendar } from './read-calendar.js';
import { RecordCheck } from './record-check.js';

const DAY_SECONDS = 86_400;
const encryption = new Encryption({ encryptionKey: randomBytes(32), oldEncryptionKey: null });
const FAILED: CalendarReading = { outcome: 'failed', reason: 'answered 503' };

/** A calendar in which somebody is on call for some days from now on. */
function read(summary: string, days: number): CalendarReading {
  const at = (distance: number) => Math.floor(Date.now() / 1000) + distance * DAY_SECONDS;
  const [from, until] = [at(-31), at(92)].map((time) => new Date(time * 1000).toISOString()) as [
    string,
    string,
  ];
  const shifts = [[at(-1), at(days), 0]] as const;
  const copy = { from, until, people: [{ summary, emails: [] }], shifts };
  return { outcome: 'read', copy, warnings: [], etag: null, last_modified: null };
}

let store: SendingStore;
beforeAll(async () => {
  store = await createSendingStore();
});
afterAll(() => store.close());

let domainCount = 0;

/** Creates a schedule with a calendar, and a subscription that is told of it. */
async function createSchedule() {
  const domain_id = `d${(domainCount += 1)}`;
  const subscription = await store.subscribe('every', domain_id, {
    kinds: ['on_call.gap', 'on_call.failing'],
  });
  const members = [{ name: 'Jane', email: null, subscription_id: formatId('subscription', subscription) }];
  const { rows } = await store.pool.query<{ on_call_id: string }>(
    `with added as (
       insert into on_call (on_call_id, domain_id, name, timezone, members, ical_url, overrides, created_by, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Databases', 'UTC', $2, $3, '[]', 'root', now(), now()) returning on_call_id
     )
     insert into on_call_health (on_call_id, domain_id, due_at) select on_call_id, $1, now() from added returning on_call_id`,
    [domain_id, JSON.stringify(members), encryption.encrypt('https://calendars.example/1.ics')],
  );
  const on_call_id = rows[0]?.on_call_id;
  let reading: CalendarReading = { outcome: 'unchanged' };
  const calendars = { execute: () => Promise.resolve(reading) } as unknown as ReadCalendar;
  const checker = new CheckOnCalls(
    store.pool,
    encryption,
    calendars,
    new RecordCheck(store.pool, { url: 'https://t.example', isSet: true }),
  );
  const readHealth = async () => {
    const health = await store.pool.query<{
      checked_at: Date | null;
      due: number;
      failing_since: Date | null;
    }>(
      `select checked_at, failing_since, extract(epoch from due_at - clock_timestamp())::int as due from on_call_health
       where on_call_id = $1`,
      [on_call_id],
    );
    return health.rows[0];
  };
  return {
    /** Checks the schedule once more, as if its calendar said this. */
    check: async (next: CalendarReading) => {
      reading = next;
      const before = (await readHealth())?.checked_at?.getTime();
      // The column has milliseconds: now may be rounded up, and is not due yet.
      await store.pool.query(
        `update on_call_health set due_at = now() - interval '1 ms' where on_call_id = $1`,
        [on_call_id],
      );
      await checker.execute();
      await expect.poll(async () => (await readHealth())?.checked_at?.getTime()).not.toBe(before);
      return readHealth();
    },
    /** Lets time pass for a series of failures. */
    pass: (interval: string) =>
      store.pool.query(
        'update on_call_health set failing_since = failing_since - $2::interval where on_call_id = $1',
        [on_call_id, interval],
      ),
    told: async () => {
      const notifications = await store.pool.query<{ title: string }>(
        'select title from notification where domain_id = $1 order by seq',
        [domain_id],
      );
      return notifications.rows.map(({ title }) => title);
    },
  };
}

it('tells once of a gap that is new, and of another that follows', async () => {
  const schedule = await createSchedule();
  await schedule.check(read('Jane', 20));
  expect(await schedule.told()).toEqual([]);
  await schedule.check(read('Jane', 5));
  await schedule.check(read('Jane', 5));
  const gap = /^Databases: nobody is on call from /;
  expect(await schedule.told()).toEqual([expect.stringMatching(gap)]);
  await schedule.check(read('Jane', 20));
  await schedule.check(read('Jane', 2));
  expect(await schedule.told()).toEqual([expect.stringMatching(gap), expect.stringMatching(gap)]);
});

it('tells once of a calendar that cannot be read for an hour, and again after it could be read', async () => {
  const schedule = await createSchedule();
  await schedule.check(read('Jane', 20));
  await schedule.check(FAILED);
  await schedule.pass('59 minutes');
  await schedule.check(FAILED);
  expect(await schedule.told()).toEqual([]);
  await schedule.pass('2 minutes');
  await schedule.check(FAILED);
  await schedule.check(FAILED);
  const failure = /^Databases: the calendar cannot be read since .*; the copy of .* applies$/;
  expect(await schedule.told()).toEqual([expect.stringMatching(failure)]);
  expect((await schedule.check({ outcome: 'unchanged' }))?.failing_since).toBeNull();
  await schedule.check(FAILED);
  expect(await schedule.told()).toHaveLength(1);
  await schedule.pass('61 minutes');
  await schedule.check(FAILED);
  expect(await schedule.told()).toEqual([expect.stringMatching(failure), expect.stringMatching(failure)]);
});

it('says that nobody is on call if a calendar could never be read, and tells of no gap', async () => {
  const schedule = await createSchedule();
  await schedule.check(FAILED);
  await schedule.pass('1 hour');
  await schedule.check(FAILED);
  expect(await schedule.told()).toEqual([expect.stringMatching(/; nobody is on call by it$/)]);
});

it('tells once who is named and unknown, and reads again when the server permits', async () => {
  const schedule = await createSchedule();
  await schedule.check(read('Eve', 20));
  await schedule.check(read('Eve', 20));
  const unknown = (await schedule.told()).filter((title) => title.includes('Eve'));
  expect(unknown).toEqual(['Databases: the calendar names Eve, who is no member']);
  expect((await schedule.check({ ...FAILED, retryAfter: 1_800 } as CalendarReading))?.due).toBeGreaterThan(
    1_700,
  );
  expect(
    (await schedule.check({ ...FAILED, retryAfter: 86_400 } as CalendarReading))?.due,
  ).toBeLessThanOrEqual(3_600);
  expect((await schedule.check(FAILED))?.due).toBeLessThanOrEqual(300);
});

it.each(['Eve\0', `${'e'.repeat(254)}😀`])('stores a calendar whatever it names: %j', async (name) => {
  const schedule = await createSchedule();
  await schedule.check(read(name, 20));
  const known = name.slice(0, 255).toWellFormed().replace('\0', '\ufffd');
  expect(await schedule.told()).toContain(`Databases: the calendar names ${known}, who is no member`);
});

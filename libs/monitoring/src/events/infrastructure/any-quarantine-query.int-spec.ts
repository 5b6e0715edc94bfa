import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUuid } from '#shared/kernel/ids.js';
import { scaled } from '#test/scale.js';
import { createEventStore, read, type EventStore } from '../../../test/event-store.js';
import { ask, type OracleQuery, type Plain } from '../../../test/query-oracle.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { ListQuarantine } from '../application/read-quarantine.js';
import { ListQuarantineHandler } from './read-quarantine.handler.js';

const RUNS = scaled(20);
const HOUR = 3_600_000;
const start = Math.floor(Date.now() / HOUR) * HOUR - 40 * HOUR;
const REASONS = [
  'expected "alerts"',
  'EXPECTED a list',
  '100 % wrong',
  "it's _not_ JSON",
  'Ärger',
  '\\ or $1',
];
const PROJECTS = ['p1', 'p2'];
const STATUSES = ['QUARANTINED', 'UNREADABLE'];

let store: EventStore;
let list: ListQuarantineHandler;
let records: Plain[];
const found = async (query: object) => read(await list.execute(new ListQuarantine(scopeIn('d1'), {}, query)));

beforeAll(async () => {
  store = await createEventStore();
  list = new ListQuarantineHandler(store.engine, floorsOf());
  for (let at = 0; at < 40; at += 1) {
    const received_at = new Date(start + (at % 11) * HOUR);
    await store.pool.query(
      `insert into quarantine (domain_id, delivery_id, webhook_id, project_id, status, reason, payload, received_at)
       values ($1, $2, gen_random_uuid(), $3, $4, $5, '', $6)`,
      [
        at % 5 === 4 ? 'd2' : 'd1',
        newUuid(received_at),
        PROJECTS[at % 2],
        STATUSES[at % 3 === 0 ? 1 : 0],
        REASONS[at % REASONS.length],
        received_at,
      ],
    );
  }
  records = (await found({ page: { limit: 1000 } })).results as Plain[];
});
afterAll(() => store.close());

const word = fc.constantFrom('expected', 'LIST', '%', '_', "'", '"', '\\', 'ä', "' or true --", '$1');
const text = fc.oneof(fc.constantFrom(...REASONS, ...PROJECTS), word);
const instant = fc.integer({ min: -1, max: 12 }).map((at) => new Date(start + at * HOUR).toISOString());
const lists = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
const on = (keys: readonly string[], operators: readonly string[], values: fc.Arbitrary<unknown>) =>
  fc.record({ k: fc.constantFrom(...keys), v: values, o: fc.constantFrom(...operators) });
const TEXT = ['reason', 'project_id'];
const condition = fc.oneof(
  on(TEXT, ['eq', 'not', 'lt', 'lte', 'gt', 'gte', 'contain', 'not_contain'], text),
  on(TEXT, ['in', 'not_in', 'contain_in', 'not_contain_in'], lists(text)),
  on(TEXT, ['regex'], fc.constantFrom('^exp', '[0-9]', 'p1$')),
  on([...TEXT, 'received_at', 'status'], ['exists'], fc.boolean()),
  on(['status'], ['eq', 'not'], fc.constantFrom(...STATUSES)),
  on(['status'], ['in', 'not_in'], lists(fc.constantFrom(...STATUSES))),
  on(['received_at'], ['eq', 'not', 'lt', 'lte', 'gt', 'gte', 'datetime_lt', 'datetime_gte'], instant),
  on(['received_at'], ['in', 'not_in'], lists(instant)),
);
const query: fc.Arbitrary<OracleQuery> = fc.record({
  filter: fc.array(condition, { maxLength: 2 }),
  filter_or: fc.array(condition, { maxLength: 3 }),
  keyword: fc.constant(''),
  sort: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom(...TEXT, 'status', 'received_at', 'delivery_id', 'webhook_id'),
      desc: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3, selector: ({ key }) => key },
  ),
});
const idsOf = (results: readonly Plain[]) => results.map(({ delivery_id }) => delivery_id);

it('any quarantine query gives the reference result, as a whole list and page by page', async () => {
  expect(records).toHaveLength(32);
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 20 }), async (asked, limit) => {
      const expected = ask(records, asked, 'delivery_id');
      const whole = await found(asked);
      expect(idsOf(whole.results as Plain[])).toEqual(idsOf(expected));
      expect(whole.total_count).toBe(expected.length);
      const paged: Plain[] = [];
      let cursor: string | undefined;
      do {
        const place = cursor === undefined ? { limit } : { limit, cursor };
        const page = (await found({ ...asked, page: place })) as {
          next_cursor?: string;
          results: Plain[];
          total_count: number;
        };
        expect(page.total_count).toBe(expected.length);
        paged.push(...page.results);
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      expect(idsOf(paged)).toEqual(idsOf(expected));
    }),
    { numRuns: RUNS },
  );
});

import { expect, it, vi } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import { decideSilenced, findSilences, type StoredSilence } from './decide-silenced.js';

const HOUR = 3_600_000;
const now = new Date();
const alerts = Array.from({ length: 5 }, (_, n) => ({ n, at: now }));
const createSilence = (n: number, v: string): StoredSilence => ({
  ...{ silence_id: `s${n}`, domain_id: 'd1', reason: 'r', weekly: null },
  filter: [{ k: 'title', v, o: 'eq' }],
  filter_or: [],
  starts_at: new Date(now.getTime() - HOUR),
  ends_at: new Date(now.getTime() + HOUR),
});
const readTitle = (query: object) => (query as { filter: [{ v: string }] }).filter[0].v;

it('matches a hundred silences per statement, with equal filters only once', async () => {
  const match = vi.fn((_domain: string, queries: readonly object[], asked: typeof alerts) =>
    Promise.resolve(queries.map((query) => new Set(asked.filter(({ n }) => readTitle(query) === `${n}`)))),
  );
  const silences = Array.from({ length: 250 }, (_, n) => createSilence(n, n < 50 ? 'same' : `${n - 247}`));
  const silenced = await decideSilenced(match as never, silences, alerts);
  expect([...silenced].map(([{ n }, by]) => `${n} ${by.silence.silence_id}`)).toEqual([
    '0 s247',
    '1 s248',
    '2 s249',
  ]);
  expect(match.mock.calls.map(([domain, queries]) => `${domain} ${queries.length}`)).toEqual([
    'd1 51',
    'd1 100',
    'd1 50',
  ]);
});

it('attributes an alert to the first matching silence, and stops once all alerts are silenced', async () => {
  const match = vi.fn((_domain: string, queries: readonly object[], asked: typeof alerts) =>
    Promise.resolve(queries.map(() => new Set(asked))),
  );
  const silenced = await decideSilenced(
    match as never,
    Array.from({ length: 150 }, (_, n) => createSilence(n, `${n}`)),
    alerts,
  );
  expect(new Set([...silenced.values()].map((by) => by.silence.silence_id))).toEqual(new Set(['s0']));
  expect(match).toHaveBeenCalledTimes(1);
});

it('ignores a silence whose filter is no longer valid, and applies the others', async () => {
  const match = (_domain: string, queries: readonly object[], asked: typeof alerts) =>
    queries.some((query) => readTitle(query) === 'bad')
      ? Promise.reject(new DomainError('ERROR_INVALID_QUERY', 'invalid', 'no such field'))
      : Promise.resolve(queries.map(() => new Set(asked)));
  const silenced = await decideSilenced(
    match as never,
    [createSilence(0, 'bad'), createSilence(1, 'good')],
    alerts,
  );
  expect([...silenced.values()].map((by) => by.silence.silence_id)).toEqual(Array(5).fill('s1'));
});

it('finds a number of silences of each alert, a hundred per statement, and stops once all alerts have them', async () => {
  const match = vi.fn((_domain: string, queries: readonly object[], asked: typeof alerts) =>
    Promise.resolve(
      queries.map((query) => new Set(asked.filter(({ n }) => n !== 4 || readTitle(query).endsWith('9')))),
    ),
  );
  const silences = Array.from({ length: 1_000 }, (_, n) => ({
    ...createSilence(n, `${n}`),
    name: `night ${n}`,
  }));
  const found = await findSilences(match as never, silences, alerts, 20);
  const names = alerts.map((each) => found.get(each)?.map(({ silence }) => silence.name));
  expect(names[0]).toEqual(Array.from({ length: 20 }, (_, n) => `night ${n}`));
  expect(names[4]).toEqual(Array.from({ length: 20 }, (_, n) => `night ${10 * n + 9}`));
  // Two statements find 20 of the last alert; the second leaves out those that have them.
  expect(match.mock.calls.map(([, queries, asked]) => `${queries.length} for ${asked.length}`)).toEqual([
    '100 for 5',
    '100 for 1',
  ]);
});

import { describe, expect, it } from 'vitest';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { askQueries, type MatchEach } from './ask-queries.js';

type Match = MatchEach<AlertChange>;

const changes = ['a', 'b'].map((alert_id) => ({ alert_id }) as AlertChange);
const tooSlow = new DomainError('ERROR_QUERY_TIMEOUT', 'timeout', 'The query took too long');
const invalid = new DomainError('ERROR_INVALID_QUERY', 'invalid', 'no regular expression');

/** Asks this number of different queries. `match` answers them, and `asked` lists the number of queries of each statement. */
function ask(queries: number, match: Match) {
  const asked: number[] = [];
  const refused: string[] = [];
  const matchEach: Match = (some, of) => {
    asked.push(some.length);
    return match(some, of);
  };
  const all = Array.from(
    { length: queries },
    (_, n) => [`${n}`, { query: { n }, of: new Set(changes) }] as const,
  );
  const found = askQueries(matchEach, new Map(all), (key) => refused.push(key)).then((answers) =>
    [...answers].map(([key, its]) => `${key} ${[...its].map(({ alert_id }) => alert_id).join('')}`),
  );
  return { found, asked, refused };
}
const answer: Match = (some, of) => Promise.resolve(some.map(() => new Set(of)));
const isNumber = (n: number) => (query: unknown) => (query as { n: number }).n === n;

describe('queries asked together', () => {
  it('take one statement for each hundred', async () => {
    const { found, asked } = ask(230, answer);
    expect(await found).toHaveLength(230);
    expect(asked).toEqual([100, 100, 30]);
  });

  it('are asked one by one when together they take too long', async () => {
    const { found, asked } = ask(3, (some, of) =>
      some.length > 1 ? Promise.reject(tooSlow) : answer(some, of),
    );
    expect(await found).toEqual(['0 ab', '1 ab', '2 ab']);
    expect(asked).toEqual([3, 1, 1, 1]);
  });

  it('find what they do beside one that cannot be asked', async () => {
    const { found, refused } = ask(3, (some, of) =>
      some.some(isNumber(1)) ? Promise.reject(invalid) : answer(some, of),
    );
    expect(await found).toEqual(['0 ab', '2 ab']);
    expect(refused).toEqual(['1']);
  });

  it('are asked again later when one alone takes too long', async () => {
    const { found } = ask(3, (some, of) =>
      some.some(isNumber(1)) ? Promise.reject(tooSlow) : answer(some, of),
    );
    await expect(found).rejects.toBe(tooSlow);
  });

  it.each([
    ['the domain asks too much', new DomainError('ERROR_RATE_LIMITED', 'exhausted', 'Too many')],
    ['the database is away', Object.assign(new Error('gone'), { code: '57P01' })],
  ])('are not asked one by one when %s', async (_when, error) => {
    const { found, asked } = ask(3, () => Promise.reject(error));
    await expect(found).rejects.toBe(error);
    expect(asked).toEqual([3]);
  });

  it('are not asked at all when there are none', async () => {
    const { found, asked } = ask(0, answer);
    expect(await found).toEqual([]);
    expect(asked).toEqual([]);
  });
});

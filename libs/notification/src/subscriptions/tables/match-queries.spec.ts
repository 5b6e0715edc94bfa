import { describe, expect, it } from 'vitest';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { matchQueries, type MatchEach } from './match-queries.js';

type Match = MatchEach<AlertChange>;

const changes = ['a', 'b'].map((alert_id) => ({ alert_id }) as AlertChange);
const timeoutError = new DomainError('ERROR_QUERY_TIMEOUT', 'timeout', 'The query took too long');
const queryError = new DomainError('ERROR_INVALID_QUERY', 'invalid', 'no regular expression');

/** Asks this number of different queries. `match` answers them, and `asked` lists the number of queries of each statement. */
function runQueries(queries: number, match: Match) {
  const querySizes: number[] = [];
  const invalidKeys: string[] = [];
  const matchEach: Match = (queryList, of) => {
    querySizes.push(queryList.length);
    return match(queryList, of);
  };
  const candidates = Array.from({ length: queries }, (_, n) => ({ n, query: { n }, items: changes }));
  const matches = matchQueries(matchEach, candidates, (refused) =>
    invalidKeys.push(...refused.map(({ n }) => `${n}`)),
  ).then((results) =>
    [...results].map(([{ n }, matched]) => `${n} ${matched.map(({ alert_id }) => alert_id).join('')}`),
  );
  return { found: matches, asked: querySizes, refused: invalidKeys };
}
const matchAll: Match = (queryList, of) => Promise.resolve(queryList.map(() => new Set(of)));
const isNumber = (n: number) => (query: unknown) => (query as { n: number }).n === n;

describe('matchQueries', () => {
  it('sends one statement for each hundred queries', async () => {
    const { found: matches, asked } = runQueries(230, matchAll);
    expect(await matches).toHaveLength(230);
    expect(asked).toEqual([100, 100, 30]);
  });

  it('sends queries one by one if they time out together', async () => {
    const { found: matches, asked } = runQueries(3, (queryList, of) =>
      queryList.length > 1 ? Promise.reject(timeoutError) : matchAll(queryList, of),
    );
    expect(await matches).toEqual(['0 ab', '1 ab', '2 ab']);
    expect(asked).toEqual([3, 1, 1, 1]);
  });

  it('returns the matches of valid queries and reports an invalid one', async () => {
    const { found: matches, refused } = runQueries(3, (queryList, of) =>
      queryList.some(isNumber(1)) ? Promise.reject(queryError) : matchAll(queryList, of),
    );
    expect(await matches).toEqual(['0 ab', '1 ', '2 ab']);
    expect(refused).toEqual(['1']);
  });

  it('rejects with the timeout if a query times out even alone', async () => {
    const { found: matches } = runQueries(3, (queryList, of) =>
      queryList.some(isNumber(1)) ? Promise.reject(timeoutError) : matchAll(queryList, of),
    );
    await expect(matches).rejects.toBe(timeoutError);
  });

  it.each([
    ['the domain exceeds its rate limit', new DomainError('ERROR_RATE_LIMITED', 'exhausted', 'Too many')],
    ['the database is unavailable', Object.assign(new Error('gone'), { code: '57P01' })],
  ])('does not send queries one by one if %s', async (_when, error) => {
    const { found: matches, asked } = runQueries(3, () => Promise.reject(error));
    await expect(matches).rejects.toBe(error);
    expect(asked).toEqual([3]);
  });

  it('sends no statement if there are no queries', async () => {
    const { found: matches, asked } = runQueries(0, matchAll);
    expect(await matches).toEqual([]);
    expect(asked).toEqual([]);
  });
});

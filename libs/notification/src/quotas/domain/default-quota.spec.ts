import { expect, it } from 'vitest';
import { DefaultQuota } from './default-quota.js';

it.each([
  ['limits mails', {}, 1_000, { day: 1_000 }],
  ['leaves the day to the limit of all protocols', { day: -1, month: 5 }, 1_000, { day: -1, month: 5 }],
  ['adds the month of the limit of all protocols', { month: 5 }, 1_000, { day: 1_000, month: 5 }],
  ['may be unlimited', {}, undefined, {}],
])('%s', (_, limit, mailsPerDay, expected) => {
  const quota = new DefaultQuota(limit, mailsPerDay);
  expect(quota.limitOf('email')).toEqual(expected);
  expect(quota.limitOf('webhook')).toEqual(limit);
});

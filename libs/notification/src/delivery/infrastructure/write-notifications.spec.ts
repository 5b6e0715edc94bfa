import { expect, it } from 'vitest';
import { buildSourceTitle } from './write-notifications.js';

it.each([
  ['backup', 'source.silent', 'Heartbeat backup is missing'],
  ['backup', 'source.back', 'Heartbeat backup is back'],
  ['*', 'source.silent', 'The source is silent'],
  ['*', 'source.back', 'The source is back'],
] as const)('the title of %s and %s: %s', (heartbeat, kind, title) => {
  expect(buildSourceTitle(heartbeat, kind)).toBe(title);
});

import { expect, it } from 'vitest';
import { sourceTitle } from './source-notices.js';

it.each([
  ['backup', 'source.silent', 'Heartbeat backup is missing'],
  ['backup', 'source.back', 'Heartbeat backup is back'],
  ['*', 'source.silent', 'The source is silent'],
  ['*', 'source.back', 'The source is back'],
] as const)('the title of %s and %s: %s', (heartbeat, kind, title) => {
  expect(sourceTitle(heartbeat, kind)).toBe(title);
});

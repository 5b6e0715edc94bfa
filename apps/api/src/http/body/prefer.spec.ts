import { describe, expect, it } from 'vitest';
import { parsePreferWait } from './message.decorator.js';

describe('parsePreferWait', () => {
  it.each([
    ['wait=5', 5],
    ['respond-async, wait=10', 10],
    ['WAIT = "3"; x=1', 3],
    ['wait=0', 0],
    ['wait=3600', 30],
    ['wait=1, wait=2', 1],
  ])('parses «%s» to %i seconds', (header, seconds) => {
    expect(parsePreferWait(header)).toBe(seconds);
  });

  it.each([undefined, '', 'wait', 'wait=soon', 'wait=-1', 'await=3'])(
    'returns undefined for «%s»',
    (header) => {
      expect(parsePreferWait(header)).toBeUndefined();
    },
  );
});

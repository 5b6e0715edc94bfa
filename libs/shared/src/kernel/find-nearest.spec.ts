import { expect, it } from 'vitest';
import { didYouMean, findNearest } from './find-nearest.js';

it.each([
  ['promethues', 'prometheus'],
  ['Grafana', 'grafana'],
  ['prometeus', 'prometheus'],
  ['nothing like it', undefined],
  ['x'.repeat(100_000), undefined],
  ['', undefined],
])('%.20s is near %s', (given, near) => {
  expect(findNearest(given, ['auto', 'grafana', 'prometheus'])).toBe(near);
});

it('says so at the end of a sentence, or nothing', () => {
  expect(didYouMean('CRITCAL', ['INFO', 'CRITICAL'])).toBe('; did you mean CRITICAL?');
  expect(didYouMean(5, ['INFO'])).toBe('');
});

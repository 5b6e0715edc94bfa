import { expect, it } from 'vitest';
import { didYouMean, findNearest } from './find-nearest.js';

it.each([
  ['promethues', 'prometheus'],
  ['Grafana', 'grafana'],
  ['prometeus', 'prometheus'],
  ['nothing like it', undefined],
  ['x'.repeat(100_000), undefined],
  ['', undefined],
])('the word nearest to "$0" is $1', (given, near) => {
  expect(findNearest(given, ['auto', 'grafana', 'prometheus'])).toBe(near);
});

it('didYouMean returns a suggestion to end a sentence with, or an empty text', () => {
  expect(didYouMean('CRITCAL', ['INFO', 'CRITICAL'])).toBe('; did you mean CRITICAL?');
  expect(didYouMean(5, ['INFO'])).toBe('');
});

import { expect, it } from 'vitest';
import { subjectOf } from './subject.js';

it.each([
  ['[FIRING:1] Disk is full', '[RESOLVED] Disk is full', 'Disk full'],
  ['❌ Your service Shop went down. ❌', '✅ Your service Shop is up! ✅', 'service Shop'],
  [':fire: Queue of mq-1', 'Queue of mq-1: back to normal', 'Queue of mq-1'],
  ['PROBLEM - CPU', 'OK - CPU', 'CPU'],
])('%s and %s are about the same', (firing, over, subject) => {
  expect(subjectOf(firing)).toBe(subject);
  expect(subjectOf(over)).toBe(subject);
});

it('takes no time for a title of dots', () => {
  const started = performance.now();
  subjectOf(`a${'. '.repeat(500_000)}b`);
  expect(performance.now() - started).toBeLessThan(500);
});

it('leaves a title that says nothing but its state', () => expect(subjectOf('RESOLVED')).toBe('RESOLVED'));

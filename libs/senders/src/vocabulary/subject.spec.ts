import { expect, it } from 'vitest';
import { stableTitle } from './subject.js';

it.each([
  ['[FIRING:1] Disk is full', '[RESOLVED] Disk is full', 'Disk full'],
  ['❌ Your service Shop went down. ❌', '✅ Your service Shop is up! ✅', 'service Shop'],
  [':fire: Queue of mq-1', 'Queue of mq-1: back to normal', 'Queue of mq-1'],
  ['PROBLEM - CPU', 'OK - CPU', 'CPU'],
  ['CPU 99% on web-1', 'CPU 12.5 % on web-1', 'CPU on web-1'],
  ['Latency is 1200 ms at 2025-03-04 10:15:00', 'Latency is 90 ms at 2025-03-04T10:20:00Z', 'Latency'],
  ['Disk /dev/sda1: 97.25 used', 'Disk /dev/sda1: 40.5 used', 'Disk /dev/sda1: used'],
  ['Connection to db-1 lost', 'Connection to db-1 restored', 'Connection to db-1'],
  ['Agent of web-1 disconnected', 'Agent of web-1 reconnected', 'Agent of web-1'],
  ['[Failed] Job nightly', '[Success] Job nightly', 'Job nightly'],
  ['FAILURE: load of web-1 is 17.5.', 'OKAY: load of web-1 is 2.', 'load of web-1'],
  ['Load = 17', 'Load = 2', 'Load'],
])('gives "%s" and "%s" the stable title "%s"', (firing, over, subject) => {
  expect(stableTitle(firing)).toBe(subject);
  expect(stableTitle(over)).toBe(subject);
});

it.each(['Port 443', '10.0.0.7', 'Sensor 12 of rack 3', 'node v1.25.3', 'https://x.example:8080/p1'])(
  'keeps a number that belongs to a name: %s',
  (name) => expect(stableTitle(`${name} is down`)).toBe(name),
);

it('handles a title of 500,000 dots in under half a second', () => {
  const started = performance.now();
  stableTitle(`a${'. '.repeat(500_000)}b`);
  expect(performance.now() - started).toBeLessThan(500);
});

it('keeps a title that consists only of a state', () => expect(stableTitle('RESOLVED')).toBe('RESOLVED'));

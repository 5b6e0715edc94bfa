import { expect, it } from 'vitest';
import { readChanges } from './read-changes.js';

it('finds columns by their names in any case and order, and ignores others', () => {
  const text =
    '\uFEFFState;Owner;KEY;Time;Title\r\nAlerting;jane;"a;b";2026-11-20T10:00:00+01:00;"two\nlines"\r\n\r\nOK;;a;1795600000;\r\n';
  expect(readChanges(text)).toEqual({
    mistakes: [],
    changes: [
      { at: Date.parse('2026-11-20T09:00:00Z'), state: 'firing', key: 'a;b', title: 'two\nlines', line: 2 },
      { at: 1_795_600_000_000, state: 'resolved', key: 'a', title: '', line: 5 },
    ],
  });
});

it('tells all mistakes at once, with line and column', () => {
  const { mistakes } = readChanges(
    'time,key,state\n2026-11-20T10:00:00,a,firing\n2026-02-30T10:00:00Z,,maybe\n2026-11-20T10:00:00Z,b,firing\n',
  );
  expect(mistakes).toHaveLength(4);
  expect(mistakes[0]).toMatch(/^2: time: expected an ISO 8601 time with a zone .*"2026-11-20T10:00:00"$/);
  expect(mistakes.map((each) => each.split(':', 2).join(':'))).toEqual([
    '2: time',
    '3: time',
    '3: state',
    '3: key',
  ]);
});

it.each([
  ['', '1: the header has no column time, key, state; it is empty'],
  ['when,key\n', '1: the header has no column time, state; it has when, key'],
  ['time,key,state\n"open,a,firing\n', 'is no CSV'],
])('refuses %j', (text, mistake) => {
  const { changes, mistakes } = readChanges(text);
  expect(changes).toEqual([]);
  expect(mistakes.join()).toContain(mistake);
});

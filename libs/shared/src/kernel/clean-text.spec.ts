import { expect, it } from 'vitest';
import { cleanTexts, stripInvisible, toPlainLine } from './clean-text.js';

it('removes what changes the direction of text and what has no width', () => {
  const hidden = [
    '\u061c',
    '\u200b',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2060',
    '\u2066',
    '\u2069',
    '\ufeff',
  ];
  for (const mark of hidden) expect(stripInvisible(`Disk${mark} full`)).toBe('Disk full');
});

it('keeps the joiners that scripts and emoji need, and line breaks', () => {
  for (const text of ['\u{1f468}\u200d\u{1f469}', '\u0645\u06cc\u200c\u062e', 'a\n\tb'])
    expect(stripInvisible(text)).toBe(text);
});

it('makes one line of a text', () => {
  expect(toPlainLine(' a\r\nb\u2028c\u0007\u202e ')).toBe('a b c');
});

it('cleans the texts and names of JSON, and leaves everything else', () => {
  const value = { 'a\0': ['b\ud83d', { c: null, d: 1, e: true, f: undefined }] };
  expect(cleanTexts(value)).toEqual({ 'a\ufffd': ['b\ufffd', { c: null, d: 1, e: true, f: undefined }] });
});

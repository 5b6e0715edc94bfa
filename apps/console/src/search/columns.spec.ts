import { expect, it } from 'vitest';
import { moveColumn } from './columns.tsx';

it('moves a column to the place of another, from both sides', () => {
  expect(moveColumn(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
  expect(moveColumn(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
  expect(moveColumn(['a', 'b'], 'a', 'a')).toEqual(['a', 'b']);
});

it('keeps the columns if one of them is not there', () => {
  expect(moveColumn(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
  expect(moveColumn(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']);
});

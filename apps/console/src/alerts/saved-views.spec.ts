import { expect, it } from 'vitest';
import { parseSavedViews } from './saved-views.js';

it.each([
  [null, { views: [], first: '' }],
  ['{', { views: [], first: '' }],
  ['null', { views: [], first: '' }],
  ['{"views":{"a":1},"first":7}', { views: [], first: '' }],
  [
    '{"views":[{"name":"My team","query":"is=mine"},{"name":7},null],"first":"is=mine"}',
    { views: [{ name: 'My team', query: 'is=mine' }], first: 'is=mine' },
  ],
])('reads the saved views %j', (text, views) => {
  expect(parseSavedViews(text)).toEqual(views);
});

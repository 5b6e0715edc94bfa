import { expect, it } from 'vitest';
import { findSeverities, isEditable, toConditions, toRows } from './condition-rows.js';

const SEVERE = { k: 'severity', v: 'ERROR', o: 'gte' };
const OLD = { k: 'opened_at', v: 'now - 1h', o: 'timediff_gte' };

it('shows conditions as rows, and keeps those that nobody edits as they are', () => {
  const conditions = {
    filter: [SEVERE, { key: 'labels.team', value: ['db', 'web'], operator: 'in' }, OLD],
    filter_or: [{ k: 'additional_info.code', v: '5', o: 'eq' }],
  };
  const rows = toRows(conditions, true);
  expect(rows.map(({ field, operator, text, isAny }) => [field, operator, text, isAny])).toEqual([
    ['labels.team', 'in', 'db, web', false],
    ['opened_at', 'timediff_gte', 'now - 1h', false],
    ['additional_info.code', 'eq', '5', true],
  ]);
  expect(rows.map(isEditable)).toEqual([true, false, true]);
  expect(toConditions(rows, findSeverities(conditions))).toEqual(conditions);
});

it('makes conditions of edited rows, without those that are not complete', () => {
  const rows = [
    { id: 1, field: ' labels.team ', operator: 'not_in', text: 'db, web,', isAny: false },
    { id: 2, field: 'labels.site', operator: 'exists', text: 'no', isAny: false },
    { id: 3, field: 'event_count', operator: 'gte', text: '5', isAny: true },
    { id: 4, field: '', operator: 'eq', text: 'left alone', isAny: false },
  ];
  expect(toConditions(rows, undefined)).toEqual({
    filter: [
      { k: 'labels.team', v: ['db', 'web'], o: 'not_in' },
      { k: 'labels.site', v: false, o: 'exists' },
    ],
    filter_or: [{ k: 'event_count', v: 5, o: 'gte' }],
  });
});

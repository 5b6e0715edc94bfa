import { expect, it } from 'vitest';
import { getPlannedRows } from './planned-rows.js';

it('returns the rows of the plan', () => {
  expect(getPlannedRows({ 'Plan Rows': 12 })).toBe(12);
});

it('returns the rows of the remote plan if the query is distributed', () => {
  const Tasks = [{ 'Remote Plan': [[{ Plan: { 'Plan Rows': 34 } }]] }];
  expect(getPlannedRows({ 'Plan Rows': 0, 'Distributed Query': { Job: { Tasks } } })).toBe(34);
});

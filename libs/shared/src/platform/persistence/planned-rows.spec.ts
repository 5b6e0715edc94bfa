import { expect, it } from 'vitest';
import { getPlannedRows } from './planned-rows.js';

it('is what the plan says', () => {
  expect(getPlannedRows({ 'Plan Rows': 12 })).toBe(12);
});

it('is what the plan of the machine says that runs it', () => {
  const Tasks = [{ 'Remote Plan': [[{ Plan: { 'Plan Rows': 34 } }]] }];
  expect(getPlannedRows({ 'Plan Rows': 0, 'Distributed Query': { Job: { Tasks } } })).toBe(34);
});

import { expect, it } from 'vitest';
import { plannedRows } from './planned-rows.js';

it('is what the plan says', () => {
  expect(plannedRows({ 'Plan Rows': 12 })).toBe(12);
});

it('is what the plan of the machine says that runs it', () => {
  const Tasks = [{ 'Remote Plan': [[{ Plan: { 'Plan Rows': 34 } }]] }];
  expect(plannedRows({ 'Plan Rows': 0, 'Distributed Query': { Job: { Tasks } } })).toBe(34);
});

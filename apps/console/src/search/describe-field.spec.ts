import { expect, it } from 'vitest';
import { describeValue, nameField } from './describe-field.js';

it('names the fields of records, and leaves paths inside JSON', () => {
  expect(nameField('resolved_after')).toBe('Open for');
  expect(nameField('project_id')).toBe('Project ID');
  expect(nameField('raw_data.labels.job')).toBe('raw_data.labels.job');
  expect(nameField('labels["app.kubernetes.io/name"]')).toBe('labels["app.kubernetes.io/name"]');
});

it('describes durations, states and flags, and nothing else', () => {
  expect(describeValue('resolved_after', 7_200)).toBe('2 h');
  expect(describeValue('state', 'OPEN')).toBe('open');
  expect(describeValue('acknowledged', true)).toBe('yes');
  expect(describeValue('title', 'OPEN')).toBeUndefined();
  expect(describeValue('resolved_after', null)).toBeUndefined();
});

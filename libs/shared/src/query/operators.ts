import type { FieldType } from './resource.js';

const COMPARE = ['eq', 'not', 'in', 'not_in'] as const;
const ORDER = ['lt', 'lte', 'gt', 'gte'] as const;
const TEXT = ['contain', 'not_contain', 'contain_in', 'not_contain_in', 'regex', 'regex_in'] as const;
const TIME = [
  'datetime_lt',
  'datetime_lte',
  'datetime_gt',
  'datetime_gte',
  'timediff_lt',
  'timediff_lte',
  'timediff_gt',
  'timediff_gte',
] as const;

export const OPERATORS = [...COMPARE, ...ORDER, ...TEXT, ...TIME, 'exists', 'match'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The operators that a field of a type supports. */
export const OPERATORS_BY_TYPE: Readonly<Record<FieldType['type'], readonly Operator[]>> = {
  text: [...COMPARE, ...ORDER, ...TEXT, 'exists'],
  enum: [...COMPARE, ...ORDER, ...TEXT, 'exists'],
  id: [...COMPARE, ...ORDER, 'exists'],
  number: [...COMPARE, ...ORDER, 'exists'],
  boolean: [...COMPARE, 'exists'],
  date: [...COMPARE, ...ORDER, ...TIME, 'exists'],
  json: OPERATORS,
  secret: ['eq', 'in'],
};

export const COMPARISON_SQL = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

import { describe, expect, it } from 'vitest';
import { parseValue } from './condition-value.js';

describe('the value of a condition', () => {
  it.each([
    ['acknowledged', 'eq', 'true', true],
    ['acknowledged', 'eq', 'yes', 'yes'],
    ['event_count', 'gt', '5', 5],
    ['event_count', 'in', '5, 7', [5, 7]],
    ['event_count', 'gt', 'many', 'many'],
    ['title', 'eq', '5', '5'],
    ['title', 'in', 'true, false', ['true', 'false']],
    ['resource.name', 'contain', '10', '10'],
    ['additional_info.port', 'eq', '5432', 5432],
    ['additional_info.port', 'eq', '"5432"', '5432'],
    ['additional_info.port', 'contain', '54', '54'],
    ['raw_data.up', 'eq', 'false', false],
  ])('is parsed by field and operator: %s %s %s', (field, operator, text, value) =>
    expect(parseValue(field, operator, text)).toEqual(value),
  );
});

import { describe, expect, it } from 'vitest';
import { parseCondition } from './parse-condition.js';

describe('parseCondition', () => {
  it.each([
    [{ k: 'state', o: 'eq' }, 'filter[0].value'],
    [{ k: 'state', o: 'not', v: undefined }, 'filter[0].value'],
    [{ key: 'title', operator: 'contain' }, 'filter[0].value'],
    [{ k: 'rule', o: 'exists' }, 'filter[0].value'],
  ])('requires a value: %j', (input, field) => {
    const reason = 'is required; null means that the field is not set';
    expect(() => parseCondition(input, 'filter[0]')).toThrow(
      expect.objectContaining({ code: 'ERROR_INVALID_QUERY', errors: [{ field, reason }] }),
    );
  });

  it('accepts null, which matches records without the field', () => {
    expect(parseCondition({ k: 'rule', v: null, o: 'eq' }, 'filter[0]')).toMatchObject({ value: null });
    expect(parseCondition({ k: 'rule', value: false, o: 'exists' }, 'filter[0]')).toMatchObject({
      value: false,
    });
  });
});

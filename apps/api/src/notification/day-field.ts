import { isDay } from '#shared/kernel/day.js';
import { declareField, type FieldOptions } from '../http/body/field.js';

/** A UTC day, like 2026-11-20. */
export function DayField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', format: 'date' },
      check: (value) =>
        typeof value === 'string' && isDay(value) ? undefined : 'must be a day like 2026-11-20',
    },
    { example: '2026-11-20', ...options },
  );
}

import { field, type FieldOptions } from '../http/field.js';

/** A UTC day, like 2026-11-20. */
export function DayField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      kind: 'text',
      schema: { type: 'string', format: 'date' },
      check: (value) =>
        typeof value === 'string' && isDay(value) ? undefined : 'must be a day like 2026-11-20',
    },
    { example: '2026-11-20', ...options },
  );
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

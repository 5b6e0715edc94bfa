import { MOMENT_FORM, momentOf, TIME_OF_DAY, WEEKDAYS } from '#notification';
import { field, type FieldOptions } from '../http/body/field.js';

const LONGEST = 100;

/** An instant, or one relative to now. It stays a text, so that a retry is the same request for its Idempotency-Key. */
export function MomentField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      kind: 'text',
      schema: { type: 'string', maxLength: LONGEST },
      check: (value) =>
        typeof value === 'string' && value.length <= LONGEST && momentOf(value, new Date()) !== undefined
          ? undefined
          : MOMENT_FORM,
    },
    { example: 'now + 2h', ...options },
  );
}

/** Some days of a week. */
export function WeekdaysField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      kind: 'list',
      schema: { type: 'array', items: { type: 'string', enum: [...WEEKDAYS] }, minItems: 1 },
      check: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((each) => (WEEKDAYS as readonly unknown[]).includes(each))
          ? undefined
          : `must be a list of ${WEEKDAYS.join(', ')}`,
    },
    { example: ['SAT', 'SUN'], ...options },
  );
}

/** Hours and minutes. */
export function TimeOfDayField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      kind: 'text',
      schema: { type: 'string', pattern: TIME_OF_DAY.source },
      check: (value) =>
        typeof value === 'string' && TIME_OF_DAY.test(value)
          ? undefined
          : 'must be a time of day, like 22:00',
    },
    options,
  );
}

import { TIME_OF_DAY_PATTERN, WEEKDAYS } from '#notification';
import { declareField, type FieldOptions } from '../http/body/field.js';

/** Some days of a week. */
export function WeekdaysField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
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
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', pattern: TIME_OF_DAY_PATTERN.source },
      check: (value) =>
        typeof value === 'string' && TIME_OF_DAY_PATTERN.test(value)
          ? undefined
          : 'must be a time of day, like 22:00',
    },
    options,
  );
}

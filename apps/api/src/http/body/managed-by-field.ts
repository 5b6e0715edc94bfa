import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import { declareField } from './field.js';
import { isTextUpTo } from './fields.js';

/** The set of files that a record is kept in, in a request that creates or changes it. */
export function ManagedByField(): PropertyDecorator {
  const { max, example } = MANAGED_BY;
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', minLength: 1, maxLength: max },
      check: (value) =>
        isTextUpTo(value, max) && value !== ''
          ? undefined
          : `must be null, or text of 1 to ${max} characters`,
    },
    {
      required: false,
      nullable: true,
      description: `${MANAGED_BY.description} Default in an update: as it is.`,
      example,
    },
  );
}

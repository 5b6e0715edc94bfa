import { findIdError, type IdKind } from '#shared/kernel/ids.js';
import { declareField, type FieldOptions } from './field.js';

/** Ids that this service made, at least one. */
export function IdListField(
  kind: IdKind,
  { max, ...options }: FieldOptions & { readonly max: number },
): PropertyDecorator {
  return declareField(
    {
      kind: 'list',
      schema: { type: [String], minItems: 1, maxItems: max },
      check: (value) => {
        if (!Array.isArray(value) || value.length === 0 || value.length > max)
          return `must be a list of 1 to ${max} ids`;
        const errors = value.map((id) => findIdError(kind, id));
        const place = errors.findIndex((error) => error !== undefined);
        return place === -1 ? undefined : `has an element [${place}] that ${errors[place]}`;
      },
    },
    { example: [`${kind}_01kagexvhve0ya7d9z5kq5nh3m`], ...options },
  );
}

import { declareField, type FieldOptions } from './field.js';
import { isPlainObject, isTextUpTo } from './fields.js';

/** Texts of the caller about a record: at most 50, keys to 128 and values to 256 characters. */
export function TagsField(options: FieldOptions = {}): PropertyDecorator {
  return declareTexts(50, 256, { example: { team: 'platform' }, ...options });
}

/** Labels of events and alerts: at most 64, keys to 128 and values to 1,024 characters. */
export function LabelsField({
  max = 64,
  ...options
}: FieldOptions & { readonly max?: number } = {}): PropertyDecorator {
  return declareTexts(max, 1024, { example: { team: 'shop', cluster: 'eu-1' }, ...options });
}

function declareTexts(maxCount: number, maxLength: number, options: FieldOptions): PropertyDecorator {
  return declareField(
    {
      kind: 'object',
      schema: {
        type: 'object',
        additionalProperties: { type: 'string', maxLength },
        maxProperties: maxCount,
      },
      check: (value) => {
        const texts = isPlainObject(value) ? Object.entries(value) : undefined;
        return texts &&
          texts.length <= maxCount &&
          texts.every(([key, text]) => key !== '' && isTextUpTo(key, 128) && isTextUpTo(text, maxLength))
          ? undefined
          : `must be an object of at most ${maxCount} texts, keys of 1 to 128 and values of at most ${maxLength} characters`;
      },
    },
    options,
  );
}

import { MAX_LABEL_LENGTH, MAX_LABEL_NAME_LENGTH, MAX_LABELS } from '#senders/plugin-api/event.js';
import { declareField, type FieldOptions } from './field.js';
import { isPlainObject, isTextUpTo } from './fields.js';

/** Of labels and tags alike. */
const MAX_KEY_LENGTH = MAX_LABEL_NAME_LENGTH;

/** Texts of the caller about a record: at most 50, keys to 128 and values to 256 characters. */
export function TagsField(options: FieldOptions = {}): PropertyDecorator {
  return declareTexts(50, 256, { example: { team: 'platform' }, ...options });
}

/** Labels of events and alerts, within the limits of plugins. */
export function LabelsField({
  max = MAX_LABELS,
  ...options
}: FieldOptions & { readonly max?: number } = {}): PropertyDecorator {
  return declareTexts(max, MAX_LABEL_LENGTH, { example: { team: 'shop', cluster: 'eu-1' }, ...options });
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
          texts.every(
            ([key, text]) => key !== '' && isTextUpTo(key, MAX_KEY_LENGTH) && isTextUpTo(text, maxLength),
          )
          ? undefined
          : `must be an object of at most ${maxCount} texts, keys of 1 to ${MAX_KEY_LENGTH} and values of at most ${maxLength} characters`;
      },
    },
    options,
  );
}

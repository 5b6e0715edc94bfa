import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { AnswerRetries } from './answer-retries.js';

/** A retry with the same Idempotency-Key has the first answer. The change must call `keepAnswer` in its transaction. */
export function Idempotent(): MethodDecorator {
  return applyDecorators(
    UseInterceptors(AnswerRetries),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      schema: { type: 'string', maxLength: 255 },
      description:
        'A retry with the same key, within 24 hours, has the first answer; with another request 422, while the first ' +
        'is being carried out 409.',
    }),
  );
}

import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { Problem } from '../errors/problem.js';

const problemContent = { 'application/problem+json': { schema: { $ref: getSchemaPath(Problem) } } };

/** A retry with the same Idempotency-Key gets the first response. The use case must call `storeResponse` in its transaction. */
export function Idempotent(): MethodDecorator {
  return applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      schema: { type: 'string', maxLength: 255 },
      description:
        'A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry ' +
        'while the first request is in progress gets 409.',
    }),
    ApiResponse({
      status: 409,
      description: 'The first request with this key is in progress',
      content: problemContent,
    }),
    ApiResponse({
      status: 422,
      description: 'The Idempotency-Key was used for another request',
      content: problemContent,
    }),
  );
}

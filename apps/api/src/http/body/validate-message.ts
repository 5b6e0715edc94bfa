import type { Type as Class } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { DomainError, type FieldError } from '#shared/kernel/domain-error.js';
import { unknownReason } from '../query/request-query.js';

/** @throws DomainError that names every invalid field */
export function validateMessage<T extends object>(request: Class<T>, fields: Record<string, unknown>): T {
  const message = plainToInstance(request, fields);
  const problems = validateSync(message, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
  }).flatMap((error) => problemsOf(error, ''));
  if (problems.length === 0) return message;
  const errors = problems.map(({ field, reason }) => ({ field, reason }));
  throw new DomainError(
    codeOf(problems),
    'invalid',
    errors.map(({ field, reason }) => `${field} ${reason}`).join('; '),
    {
      errors,
    },
  );
}

interface Found extends FieldError {
  readonly missing: boolean;
}

function problemsOf(error: ValidationError, parent: string): readonly Found[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const { required, whitelistValidation, field: reason } = error.constraints ?? {};
  if (required !== undefined) return [{ field, reason: required, missing: true }];
  if (whitelistValidation !== undefined) {
    const owner = error.target?.constructor as Class<object>;
    return [{ field, reason: unknownReason(owner, field), missing: false }];
  }
  if (reason !== undefined) return [{ field, reason, missing: false }];
  return (error.children ?? []).flatMap((child) => problemsOf(child, field));
}

function codeOf(problems: readonly Found[]) {
  if (problems.some(({ missing }) => missing)) return 'ERROR_REQUIRED_PARAMETER';
  return problems.every(({ field }) => field.startsWith('query.'))
    ? 'ERROR_INVALID_QUERY'
    : 'ERROR_INVALID_PARAMETER';
}

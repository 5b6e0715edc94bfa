import type { Type as Class } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { DomainError, type FieldError } from '#shared/kernel/domain-error.js';
import { describeUnknownField } from '../query/request-query.js';

/** @throws DomainError that names every invalid field */
export function validateMessage<T extends object>(request: Class<T>, fields: Record<string, unknown>): T {
  const message = plainToInstance(request, fields);
  const problems = validateSync(message, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
  }).flatMap((error) => collectProblems(error, ''));
  if (problems.length === 0) return message;
  const errors = problems.map(({ field, reason }) => ({ field, reason }));
  throw new DomainError(
    chooseCode(problems),
    'invalid',
    errors.map(({ field, reason }) => `${field} ${reason}`).join('; '),
    {
      errors,
    },
  );
}

interface FieldProblem extends FieldError {
  readonly missing: boolean;
}

function collectProblems(error: ValidationError, parent: string): readonly FieldProblem[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const { required, whitelistValidation, field: reason } = error.constraints ?? {};
  if (required !== undefined) return [{ field, reason: required, missing: true }];
  if (whitelistValidation !== undefined) {
    const owner = error.target?.constructor as Class<object>;
    return [{ field, reason: describeUnknownField(owner, field), missing: false }];
  }
  if (reason !== undefined) return [{ field, reason, missing: false }];
  return (error.children ?? []).flatMap((child) => collectProblems(child, field));
}

function chooseCode(problems: readonly FieldProblem[]) {
  if (problems.some(({ missing }) => missing)) return 'ERROR_REQUIRED_PARAMETER';
  return problems.every(({ field }) => field.startsWith('query.'))
    ? 'ERROR_INVALID_QUERY'
    : 'ERROR_INVALID_PARAMETER';
}

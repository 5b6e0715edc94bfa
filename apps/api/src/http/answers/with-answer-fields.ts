import type { Type as Class } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/internal';
import { fieldsOf } from '../body/field.js';
import { AnswerFields } from './answer-fields.interceptor.js';

interface Described {
  readonly method: string;
  readonly response?: Class<object>;
  readonly location?: string;
  readonly version?: (record: object) => string | undefined;
}

/** Whether the response is a list whose next page has a URL, so that it gets a Link header. */
export const hasPages = ({ method, response }: Described): boolean =>
  method === 'GET' && response !== undefined && fieldsOf(response).some(({ name }) => name === 'next_cursor');

/** Adds the {@link AnswerFields} interceptor. It is the outermost, so it also sees responses replayed by Idempotency-Key. */
export function withAnswerFields(operation: Described): MethodDecorator {
  const pages = hasPages(operation);
  const { location, version } = operation;
  return (_target, _name, descriptor) => {
    if (!pages && location === undefined && version === undefined) return;
    const handler = descriptor.value as object;
    const others = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) as object[] | undefined) ?? [];
    Reflect.defineMetadata(
      INTERCEPTORS_METADATA,
      [new AnswerFields({ location, pages, version }), ...others],
      handler,
    );
  };
}

const SECRETS = new Set(['api_key', 'access_key', 'webhook_url', 'signing_secret']);

/** Whether this class, or a class nested in it, has a field that is a secret. */
export function holdsSecrets(response: Class<object> | undefined): boolean {
  if (response === undefined) return false;
  return fieldsOf(response).some(({ name, nested }) => SECRETS.has(name) || holdsSecrets(nested));
}

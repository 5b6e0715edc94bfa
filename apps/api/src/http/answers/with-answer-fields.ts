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

/** Whether the answer is a list whose next page can be asked for by its URL. */
export const hasPages = ({ method, response }: Described): boolean =>
  method === 'GET' && response !== undefined && fieldsOf(response).some(({ name }) => name === 'next_cursor');

/** Has the fields sent that follow from the answer. They come last, also for an answer that is repeated by its Idempotency-Key. */
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

/** Whether records of this class, or those in a list of it, have a field that opens something. */
export function holdsSecrets(response: Class<object> | undefined): boolean {
  if (response === undefined) return false;
  return fieldsOf(response).some(({ name, nested }) => SECRETS.has(name) || holdsSecrets(nested));
}

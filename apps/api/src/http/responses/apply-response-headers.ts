import type { Type as Class } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/internal';
import { getFields } from '../body/field.js';
import { ResponseHeadersInterceptor } from './response-headers.interceptor.js';

interface DescribedOperation {
  readonly method: string;
  readonly response?: Class<object>;
  readonly location?: string;
  readonly version?: (record: object) => string | undefined;
}

/** Whether the response is a list whose next page has a URL, so that it gets a Link header. */
export const isPagedList = ({ method, response }: DescribedOperation): boolean =>
  method === 'GET' &&
  response !== undefined &&
  getFields(response).some(({ name }) => name === 'next_cursor');

/** Adds the {@link ResponseHeadersInterceptor} interceptor. It is the outermost, so it also sees responses replayed by Idempotency-Key. */
export function applyResponseHeaders(operation: DescribedOperation): MethodDecorator {
  const pages = isPagedList(operation);
  const { location, version } = operation;
  return (_target, _name, descriptor) => {
    if (!pages && location === undefined && version === undefined) return;
    const handler = descriptor.value as object;
    const interceptors = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) as object[] | undefined) ?? [];
    Reflect.defineMetadata(
      INTERCEPTORS_METADATA,
      [new ResponseHeadersInterceptor({ location, isPaged: pages, version }), ...interceptors],
      handler,
    );
  };
}

const SECRET_FIELDS = new Set(['api_key', 'access_key', 'webhook_url', 'signing_secret']);

/** Whether this class, or a class nested in it, has a field that is a secret. */
export function holdsSecrets(response: Class<object> | undefined): boolean {
  if (response === undefined) return false;
  return getFields(response).some(({ name, nested }) => SECRET_FIELDS.has(name) || holdsSecrets(nested));
}

import type { OpenAPIObject } from '@nestjs/swagger';

/** Returns the operations of a document, in their order. */
export function listOperations({ paths }: Pick<OpenAPIObject, 'paths'>) {
  return Object.values(paths).flatMap(({ get, post, put, delete: remove }) =>
    [get, post, put, remove].filter((operation) => operation !== undefined),
  );
}

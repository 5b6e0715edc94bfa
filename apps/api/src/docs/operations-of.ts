import type { OpenAPIObject } from '@nestjs/swagger';

/** Every operation of a document, in its order. */
export function operationsOf({ paths }: Pick<OpenAPIObject, 'paths'>) {
  return Object.values(paths).flatMap(({ get, post, put, delete: remove }) =>
    [get, post, put, remove].filter((operation) => operation !== undefined),
  );
}

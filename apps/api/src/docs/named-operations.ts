import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations-of.js';

/** Open or not by DOCS_ACCESS. */
const AS_CONFIGURED: Record<string, string[]>[] = [{}, { bearer: [] }, { basic: [] }];

/** Names an operation by its resource and its verb, wherever its code is: `Event_create`. An open one says that it is. */
export function namedOperations(document: OpenAPIObject): OpenAPIObject {
  for (const operation of operationsOf(document)) {
    const verb = operation.operationId?.split('_').at(-1) ?? '';
    const resource = (operation.tags?.[0] ?? '').replaceAll(/(?:^| )(\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    );
    operation.operationId = `${resource}_${verb}`;
    operation.security = resource === 'Document' ? AS_CONFIGURED : (operation.security ?? []);
  }
  return document;
}

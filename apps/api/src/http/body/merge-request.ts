import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getFields } from './field.js';
import { usesQueryString, type Operation } from '../../docs/operation.decorator.js';
import { parseBody, requireStorable } from './request-body.js';
import { parseQuery, createUnknownFieldsError, type QueryString } from '../query/request-query.js';

export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryString;
  readonly body: Buffer;
  readonly contentType?: string | undefined;
}

/** Merges the fields of path, query string and body. A field that is given twice must have the same value. */
export function mergeRequest(operation: Operation, parts: RequestParts): Record<string, unknown> {
  const { method, request, rawBody } = operation;
  if (!request) return {};
  const merged: Record<string, unknown> = {};
  const addFields = (fields: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(fields)) {
      if (Object.hasOwn(merged, name) && !isDeepStrictEqual(merged[name], value)) {
        throw DomainError.invalid(name, 'is given twice with different values');
      }
      merged[name] = value;
    }
  };
  addFields(parts.params);
  addFields(parseQuery(parts.query, request));
  if (!usesQueryString(operation)) requireOnlyDomain(parts.query);
  requireStorable(merged, '');
  if (rawBody === undefined && method !== 'GET') addFields(parseBody(parts.body, parts.contentType));

  const fields = new Map(getFields(request).map((each) => [each.name, each]));
  const unknownNames = Object.keys(merged).filter((name) => !fields.has(name));
  if (unknownNames.length > 0) throw createUnknownFieldsError(unknownNames, request);
  const presentFields = Object.entries(merged).filter(([name, value]) => {
    // In an update null could mean "remove", so it is rejected there; elsewhere it can only mean "not given".
    return value !== null || method === 'PUT' || fields.get(name)?.nullable;
  });
  return Object.fromEntries(presentFields);
}

function requireOnlyDomain(query: QueryString): void {
  const other = Object.keys(query).find((name) => name !== 'domain_id');
  if (other !== undefined) {
    throw DomainError.invalid(other, 'belongs in the JSON body, not in the query string');
  }
}

import { expect, it } from 'vitest';
import type { DomainError } from '#shared/kernel/domain-error.js';
import { CallerIdField, NestedField } from '../body/fields.js';
import { mergeRequest, validateMessage } from '../body/message.decorator.js';
import type { QueryString } from '../query/request-query.js';
import { Query } from '../query/query.dto.js';

class Without {
  @CallerIdField({ required: false }) user_id?: string;
}
class ListRequest extends Without {
  @NestedField(Query, { required: false }) query?: Query;
}

function catchProblem(request: typeof Without, method: 'GET' | 'POST', query: QueryString, body = '') {
  const operation = { method, path: '', summary: '', permission: 'open', request } as const;
  try {
    validateMessage(request, mergeRequest(operation, { params: {}, query, body: Buffer.from(body) }));
  } catch (error) {
    const { code, errors } = error as DomainError;
    return { code, fields: errors?.map(({ field }) => field) };
  }
  throw new Error('was accepted');
}

it.each<[string, QueryString]>([
  ['query.foo', { 'query.foo': '1' }],
  ['query.page.foo', { 'query.page.foo': '1' }],
  ['query.foo', { query: '{"foo":1}' }],
  ['query', { query: '{bad' }],
  ['query', { query: ['{}', '{}'] }],
  ['query.page.limit', { 'query.page': '{"limit":1}', 'query.page.limit': '1' }],
  ['query.filter', { 'query.filter': '[{' }],
])('a mistake at %s in the query string gets ERROR_INVALID_QUERY: %j', (field, query) => {
  expect(catchProblem(ListRequest, 'GET', query)).toEqual({ code: 'ERROR_INVALID_QUERY', fields: [field] });
});

it.each<[string, string]>([
  ['query.foo', '{"query":{"foo":1}}'],
  ['query', '{"query":[]}'],
  ['query', '{"query":5}'],
  ['query.only', JSON.stringify({ query: { only: Array(1_001).fill('name') } })],
  ['query.filter[0].v', JSON.stringify({ query: { filter: [{ v: Array(1_001).fill(1) }] } })],
  ['query.keyword', '{"query":{"keyword":"\\u0000"}}'],
  ['query.page', '{"query":{"page":{},"page":{}}}'],
])('a mistake at %s in the body gets ERROR_INVALID_QUERY', (field, body) => {
  expect(catchProblem(ListRequest, 'POST', {}, body)).toEqual({
    code: 'ERROR_INVALID_QUERY',
    fields: [field],
  });
});

it('a query that the request does not have is an unknown field', () => {
  for (const query of [{ 'query.page.limit': '1' }, { query: '{}' }])
    expect(catchProblem(Without, 'GET', query)).toMatchObject({ code: 'ERROR_INVALID_PARAMETER' });
  expect(catchProblem(Without, 'POST', {}, '{"query":{}}')).toMatchObject({
    code: 'ERROR_INVALID_PARAMETER',
  });
});

it('another invalid field beside the query gets ERROR_INVALID_PARAMETER', () => {
  expect(catchProblem(ListRequest, 'POST', {}, '{"query":5,"user_id":5}')).toEqual({
    code: 'ERROR_INVALID_PARAMETER',
    fields: ['query', 'user_id'],
  });
});

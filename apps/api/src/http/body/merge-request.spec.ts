import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Operation } from '../../docs/operation.decorator.js';
import { Query } from '../query/query.dto.js';
import {
  BooleanField,
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  NameField,
  NestedField,
  ObjectField,
  OnlyField,
  TextField,
} from './fields.js';
import { TagsField } from './label-fields.js';
import { mergeRequest, validateMessage } from './message.decorator.js';

const webhook_id = 'webhook_01kagexvhve0ya7d9z5kq5nh3m';

class PluginInfo {
  @CallerIdField() plugin_id!: string;
  @ObjectField({ required: false }) options?: Record<string, unknown>;
}

class WebhookRequest {
  @IdField('webhook') webhook_id!: string;
  @NameField({ required: false }) name?: string;
  @EnumField(['ENABLED', 'DISABLED'], { none: 'NONE', required: false }) state?: string;
  @NestedField(PluginInfo, { required: false }) plugin_info?: PluginInfo;
  @TagsField({ required: false }) tags?: Record<string, string>;
  @IntField({ required: false, max: 10 }) count?: number;
  @IntField({ required: false, nullable: true }) max_rate?: number | null;
  @BooleanField({ required: false }) minimal?: boolean;
  @DateField({ required: false }) until?: Date;
  @TextField({ required: false }) note?: string;
  @NestedField(Query, { required: false }) query?: Query;
  @OnlyField() only?: string[];
  @CallerIdField({ required: false }) domain_id?: string;
}

type Method = Operation['method'];
interface RequestInput {
  query?: Record<string, string | string[]>;
  body?: unknown;
  params?: Record<string, string>;
}

function parseRequest(
  method: Method,
  { query = {}, body, params = { webhook_id } }: RequestInput = {},
): WebhookRequest {
  const operation: Operation = {
    method,
    path: 'webhook/:webhook_id',
    summary: '',
    permission: 'webhook:read',
    request: WebhookRequest,
  };
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  return validateMessage(WebhookRequest, mergeRequest(operation, { params, query, body: bytes }));
}

function catchProblem(method: Method, given: RequestInput): Pick<DomainError, 'code' | 'errors'> {
  try {
    parseRequest(method, given);
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, errors: error.errors };
    throw error;
  }
  throw new Error('was accepted');
}

const given = (message: WebhookRequest) =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));

describe('request parsing', () => {
  it.each([
    '2027-02-30T00:00:00Z',
    '2027-02-28T24:00:00Z',
    '2027-02-28T10:60:00Z',
    '2027-02-28T10:00:00+15:00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
    '2027-02-28T10:00:00',
    '2027-02-28',
  ])('rejects %s, which is not a valid time', (until) => {
    const reason = expect.stringContaining('ISO 8601');
    expect(() => parseRequest('PUT', { body: { until } })).toThrow(
      expect.objectContaining({ errors: [{ field: 'until', reason }] }),
    );
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
    'reads the path parameters if the body is empty (%s)',
    (method) => {
      expect(given(parseRequest(method, { body: Buffer.alloc(0) }))).toEqual({ webhook_id });
      expect(given(parseRequest(method, { body: ' \n' }))).toEqual({ webhook_id });
    },
  );

  it('converts the query string of a GET to the types of the fields', () => {
    const query = {
      domain_id: 'd1',
      state: 'ENABLED',
      count: '7',
      minimal: 'true',
      until: '2026-11-20T10:00:00+01:00',
      only: ['name, state ', 'tags.team'],
      'query.page.limit': '20',
      'query.only': 'name',
    };
    expect(given(parseRequest('GET', { query }))).toEqual({
      webhook_id,
      domain_id: 'd1',
      state: 'ENABLED',
      count: 7,
      minimal: true,
      until: new Date('2026-11-20T09:00:00.000Z'),
      only: ['name', 'state', 'tags.team'],
      query: { page: { limit: 20 }, only: ['name'] },
    });
    expect(parseRequest('GET', { query: { query: '{"page":{"start":3}}' } }).query?.page?.start).toBe(3);
  });

  it('merges the body of a DELETE with its query string', () => {
    expect(given(parseRequest('DELETE', { query: { note: 'n' }, body: { domain_id: 'd1' } }))).toEqual({
      webhook_id,
      note: 'n',
      domain_id: 'd1',
    });
  });

  it('reads domain_id from query string or body, and rejects a field given with two values', () => {
    const message = { webhook_id, domain_id: 'd1' };
    expect(given(parseRequest('POST', { query: { domain_id: 'd1' } }))).toEqual(message);
    expect(given(parseRequest('POST', { query: { domain_id: 'd1' }, body: message }))).toEqual(message);
    expect(catchProblem('POST', { query: { domain_id: 'd2' }, body: message }).errors?.[0]?.field).toBe(
      'domain_id',
    );
    const other = { webhook_id: webhook_id.replace('m', 'n') };
    expect(catchProblem('PUT', { body: other }).errors).toEqual([
      { field: 'webhook_id', reason: 'is given twice with different values' },
    ]);
  });

  it('rejects a body with a repeated key, of which JSON.parse would use the last', () => {
    const body = '{"plugin_info":{"plugin_id":"a","plugin_id":"b"}}';
    expect(catchProblem('POST', { body })).toEqual({
      code: 'ERROR_INVALID_PARAMETER',
      errors: [{ field: 'plugin_info.plugin_id', reason: 'is given twice' }],
    });
  });

  it('rejects JSON with a repeated key in the query string', () => {
    const query = { query: '{"page":{"limit":1,"limit":2}}' };
    expect(catchProblem('GET', { query })).toEqual({
      code: 'ERROR_INVALID_QUERY',
      errors: [{ field: 'query.page.limit', reason: 'is given twice' }],
    });
  });

  it('normalizes names, and reads NONE as not given', () => {
    expect(parseRequest('PUT', { body: { name: '  Cafe\u0301 ' } }).name).toBe('Café');
    expect(parseRequest('PUT', { body: { state: 'NONE' } }).state).toBeUndefined();
  });

  it('treats null as omitted, rejects it in an update, and keeps it for a nullable field', () => {
    expect(given(parseRequest('POST', { body: { note: null } }))).toEqual({ webhook_id });
    expect(catchProblem('PUT', { body: { note: null } }).errors).toEqual([
      { field: 'note', reason: 'must not be null' },
    ]);
    expect(parseRequest('PUT', { body: { max_rate: null } }).max_rate).toBeNull();
  });

  it('reports every invalid field with the allowed values', () => {
    expect(
      catchProblem('POST', {
        body: { name: '', state: 'ON', count: 11, plugin_info: { options: [] }, until: 'soon' },
      }),
    ).toEqual({
      code: 'ERROR_REQUIRED_PARAMETER',
      errors: [
        { field: 'name', reason: 'must be 1 to 255 characters' },
        { field: 'state', reason: 'must be one of NONE, ENABLED, DISABLED' },
        { field: 'plugin_info.plugin_id', reason: 'is required' },
        { field: 'plugin_info.options', reason: 'must be an object' },
        { field: 'count', reason: 'must be a whole number from 0 to 10' },
        { field: 'until', reason: expect.stringContaining('ISO 8601') },
      ],
    });
  });

  it.each<[string, Method, RequestInput, string]>([
    ['an unknown field', 'POST', { body: { colour: 1 } }, 'colour'],
    [
      'an unknown field of an object',
      'POST',
      { body: { plugin_info: { plugin_id: 'p', x: 1 } } },
      'plugin_info.x',
    ],
    ['an unknown query parameter', 'GET', { query: { colour: '1' } }, 'colour'],
    ['an unknown dotted parameter', 'GET', { query: { 'query.page.size': '1' } }, 'query.page.size'],
    ['a dotted parameter of a plain field', 'GET', { query: { 'name.x': '1' } }, 'name.x'],
    ['a __proto__ key in the query string', 'GET', { query: { 'query.__proto__': '1' } }, 'query.__proto__'],
    ['a parameter given twice', 'GET', { query: { name: ['a', 'b'] } }, 'name'],
    [
      'an object given as JSON and as a dotted parameter',
      'GET',
      { query: { query: '{"page":{}}', 'query.page': '{}' } },
      'query.page',
    ],
    ['a field of the body in the query string', 'POST', { query: { name: 'a' } }, 'name'],
    ['a query that is not JSON', 'GET', { query: { query: '{' } }, 'query'],
    ['a number with other characters', 'GET', { query: { count: '7x' } }, 'count'],
    [
      'an id of another kind',
      'GET',
      { params: { webhook_id: webhook_id.replace('webhook', 'event') } },
      'webhook_id',
    ],
    ['a list as body', 'POST', { body: [1] }, 'body'],
    ['a broken body', 'POST', { body: '{"a":' }, 'body'],
    ['a body that is not UTF-8', 'POST', { body: Buffer.from([0x22, 0xff, 0x22]) }, 'body'],
    ['U+0000', 'POST', { body: { note: 'a\u0000b' } }, 'note'],
    ['a lone surrogate', 'POST', { body: '{"note":"\\ud800"}' }, 'note'],
    ['a number that exceeds a double', 'POST', { body: '{"count":1e400}' }, 'count'],
    ['__proto__', 'POST', { body: '{"tags":{"__proto__":{}}}' }, '__proto__'],
    ['constructor', 'POST', { body: '{"tags":{"constructor":"x"}}' }, 'constructor'],
    [
      'JSON nested 500,000 levels deep',
      'POST',
      { body: `{"tags":${'['.repeat(500_000)}${']'.repeat(500_000)}}` },
      'tags',
    ],
    ['an object of thousands of fields', 'POST', { body: { tags: createFields(1_001) } }, 'tags'],
    ['a body of thousands of fields', 'POST', { body: createFields(1_001) }, 'body'],
    [
      'a number that exceeds a double in a list',
      'POST',
      { body: '{"query":{"filter":[{"v":1e400}]}}' },
      'query.filter[0].v',
    ],
    ['tags that are not texts', 'POST', { body: { tags: { team: 1 } } }, 'tags'],
    ['an array for an object', 'POST', { body: { plugin_info: [{ plugin_id: 'p' }] } }, 'plugin_info'],
    ['a text for an object', 'POST', { body: { plugin_info: 'p' } }, 'plugin_info'],
  ])('rejects %s', (_, method, parts, field) => {
    const { code, errors } = catchProblem(method, parts);
    expect(code).toBe(field.startsWith('query') ? 'ERROR_INVALID_QUERY' : 'ERROR_INVALID_PARAMETER');
    expect(errors?.map((each) => each.field)).toEqual([field]);
  });

  it.each<[string, Method, RequestInput]>([
    ['in the body', 'POST', { body: { colour: 1, name: 'a', size: 2 } }],
    ['in the query string', 'GET', { query: { colour: '1', name: 'a', size: '2' } }],
  ])('names every unknown field %s', (_, method, parts) => {
    expect(catchProblem(method, parts).errors?.map(({ field }) => field)).toEqual(['colour', 'size']);
  });

  it('reports an invalid query with ERROR_INVALID_QUERY', () => {
    expect(catchProblem('GET', { query: { 'query.page.limit': '-1' } })).toEqual({
      code: 'ERROR_INVALID_QUERY',
      errors: [{ field: 'query.page.limit', reason: 'must be a whole number from 0 to 1000' }],
    });
  });
});

function createFields(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
}

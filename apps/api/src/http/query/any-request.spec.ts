import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import { scaled } from '#test/scale.js';
import { CallerIdField, IntField, ListField, NestedField, ObjectField, OnlyField } from '../body/fields.js';
import { TagsField } from '../body/label-fields.js';
import { mergeRequest, validateMessage } from '../body/message.decorator.js';
import { parseQuery } from './request-query.js';
import { Query } from './query.dto.js';

class Inner {
  @CallerIdField() id!: string;
  @ObjectField({ required: false }) options?: Record<string, unknown>;
}

class AnyRequest {
  @NestedField(Inner, { required: false }) inner?: Inner;
  @ListField(Inner, { required: false }) list?: Inner[];
  @ObjectField({ required: false, nullable: true }) data?: Record<string, unknown> | null;
  @TagsField({ required: false }) tags?: Record<string, string>;
  @IntField({ required: false }) count?: number;
  @NestedField(Query, { required: false }) query?: Query;
  @OnlyField() only?: string[];
}

const strangeKeys = [
  'then',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  'prototype',
  '__defineGetter__',
  'id',
  '',
];
const key = fc.oneof(fc.constantFrom(...strangeKeys), fc.string({ maxLength: 5 }));
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 1 }), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(key, tie('value'), { maxKeys: 3 }),
})).value;
const fields = ['inner', 'list', 'data', 'tags', 'count', 'query', 'only', 'other'];
const body = fc.dictionary(fc.constantFrom(...fields), json, { maxKeys: 4, noNullPrototype: true });
const queryKeys = [
  ...fields,
  'query.page.limit',
  'query.only',
  'query.page',
  'query.then',
  '__proto__',
  'query.constructor.x',
];
const query = fc.dictionary(
  fc.constantFrom(...queryKeys),
  fc.oneof(
    fc.string(),
    fc.constantFrom('{}', '[]', '1', 'null'),
    fc.array(fc.string(), { minLength: 2, maxLength: 3 }),
  ),
);

/** Parses a request. For any input, the result must be a message or an error that names a field. */
function parseRequest(
  method: 'GET' | 'POST' | 'PUT',
  parts: { query: Record<string, string | string[]>; body: Buffer },
): void {
  const operation = { method, path: '', summary: '', permission: 'open', request: AnyRequest } as const;
  try {
    const message = validateMessage(AnyRequest, mergeRequest(operation, { params: {}, ...parts }));
    expect(message).toBeInstanceOf(AnyRequest);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect([error.kind, error.errors?.length]).toEqual(['invalid', expect.any(Number)]);
  }
}

describe('parsing of random requests', () => {
  it('parses a random JSON body, or rejects it with field errors', () => {
    fc.assert(
      fc.property(body, fc.constantFrom('POST' as const, 'PUT' as const), (value, method) =>
        parseRequest(method, { query: {}, body: Buffer.from(JSON.stringify(value)) }),
      ),
      { numRuns: scaled(500) },
    );
  });

  it('keeps the content of an object field exactly as sent', () => {
    const operation = {
      method: 'PUT',
      path: '',
      summary: '',
      permission: 'open',
      request: AnyRequest,
    } as const;
    const refused = /"(?:__proto__|constructor)":/;
    const object = fc
      .dictionary(key, json, { noNullPrototype: true })
      .filter((data) => !refused.test(JSON.stringify(data)));
    fc.assert(
      fc.property(object, (data) => {
        const sent = JSON.stringify({ data });
        const merged = mergeRequest(operation, { params: {}, query: {}, body: Buffer.from(sent) });
        expect(JSON.stringify({ data: validateMessage(AnyRequest, merged).data })).toBe(sent);
      }),
      { numRuns: scaled(300) },
    );
  });

  it('parses random bytes as a body, or rejects them with field errors', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => parseRequest('POST', { query: {}, body: Buffer.from(bytes) })),
    );
  });

  it('does not split a list of fields at a comma within a quoted key', () => {
    const asked = { only: `title,data["a,b.c"].x,count` };
    expect(parseQuery(asked, AnyRequest)).toEqual({ only: ['title', 'data["a,b.c"].x', 'count'] });
  });

  it.each([
    ['limit', 'query.page.limit'],
    ['offset', 'query.page.start'],
    ['cursor', 'query.page.cursor'],
    ['sort', 'query.sort.key'],
    ['keyword', 'query.keyword'],
    ['minimal', 'query.minimal'],
  ])('names the parameter that a list has for %s', (name, parameter) => {
    expect(() => parseQuery({ [name]: '5' }, AnyRequest)).toThrow(`did you mean ${parameter}?`);
  });

  it('parses a random query string, or rejects it with field errors', () => {
    fc.assert(
      fc.property(query, (value) => parseRequest('GET', { query: value, body: Buffer.alloc(0) })),
      { numRuns: scaled(500) },
    );
  });
});

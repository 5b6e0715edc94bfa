import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import { mergeRequest, validateMessage } from '../body/message.decorator.js';
import { QueryField } from '../body/fields.js';
import { ConditionsField, FilterField, type Condition } from './condition-fields.js';
import { Query, StatisticsQuery } from './query.dto.js';

class FilteredRequest {
  @FilterField({ required: false, description: 'Of alerts.' }) filter?: Condition[];
  @ConditionsField({ required: false }) filter_or?: Condition[];
  @FilterField({ required: false, description: 'Of sources.' }) source?: Condition[];
  @QueryField(Query, { required: false }) query?: Query;
}
class StatisticsRequest {
  @QueryField(StatisticsQuery, { required: false }) query?: StatisticsQuery;
}

const get = { method: 'GET', path: '', summary: '', permission: 'open', request: FilteredRequest } as const;
const read = (fields: Record<string, unknown>) => ({ ...validateMessage(FilteredRequest, fields) });
const readUrl = (query: Record<string, string>) =>
  read(mergeRequest(get, { params: {}, query, body: Buffer.alloc(0) }));
const equal = (k: string, v: unknown) => ({ k, v, o: 'eq' });

function refusal(fields: Record<string, unknown>) {
  try {
    read(fields);
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, ...error.errors?.[0] };
    throw error;
  }
  return 'taken';
}

describe('a filter in its text form', () => {
  it('becomes the lists of conditions that it means, wherever a filter stands', () => {
    expect(read({ filter: 'a = 1 and (b = 2 or c = 3)', source: 'd = 4' })).toEqual({
      filter: [equal('a', 1)],
      filter_or: [equal('b', 2), equal('c', 3)],
      source: [equal('d', 4)],
    });
    const query = { filter: 'a = 1', keyword: 'disk' };
    expect(read({ query }).query).toEqual({ filter: [equal('a', 1)], filter_or: [], keyword: 'disk' });
    expect(readUrl({ query: JSON.stringify(query) }).query).toEqual(read({ query }).query);
    expect(readUrl({ 'query.filter': 'a = 1', 'query.keyword': 'disk' }).query).toEqual(
      read({ query }).query,
    );
  });

  it.each([
    ['n >= 24', { filter: [{ k: 'n', v: 24, o: 'gte' }], filter_or: [] }],
    [{ filter: 'n = 1 or m = 2' }, { filter: [], filter_or: [equal('n', 1), equal('m', 2)] }],
    [{ filter_or: [equal('n', 1)] }, { filter_or: [equal('n', 1)] }],
    [[equal('n', 1)], [equal('n', 1)]],
  ])('is taken in a stage of an aggregation: %j', (match, meant) => {
    const stages = [{ count: { name: 'n' } }, { match }];
    const { query } = validateMessage(StatisticsRequest, { query: { aggregate: stages } });
    expect(query?.aggregate).toEqual([{ count: { name: 'n' } }, { match: meant }]);
  });

  it('is refused in a stage with its place', () => {
    const read = (match: unknown) => () =>
      validateMessage(StatisticsRequest, { query: { aggregate: [{ match }] } });
    expect(read('n >')).toThrow('query.aggregate[0].match');
    expect(read({ filter: 'n >' })).toThrow('query.aggregate[0].match.filter');
    expect(read({ filter: 'n = 1', filter_or: [equal('m', 2)] })).toThrow('joined by "or"');
    const withLimit = { query: { aggregate: [{ match: 'n > 1', limit: 10 }] } };
    expect(validateMessage(StatisticsRequest, withLimit).query?.aggregate).toMatchObject([{ limit: 10 }]);
  });

  it('leaves lists of conditions as they are', () => {
    const lists = { filter: [equal('a', 1)], filter_or: [equal('b', 'c = 3')], query: { filter: [] } };
    expect(read(lists)).toEqual(lists);
    expect(readUrl({ 'query.filter': JSON.stringify([equal('a', 1)]) }).query).toEqual({
      filter: [equal('a', 1)],
    });
  });

  it('keeps every digit of a number', () => {
    expect(JSON.stringify(read({ filter: 'a = 12345678901234567890' }).filter)).toContain(
      '12345678901234567890',
    );
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ filter: 'a is 1' }, 'filter', 'line 1, column 3: expected an operator'],
    [{ filter: '' }, 'filter', 'the filter is empty'],
    [{ query: { filter: 'a =' } }, 'query.filter', 'line 1, column 4: expected a value'],
    [{ source: 'a = 1 or b = 2' }, 'source', 'cannot have conditions that are joined by "or"'],
    [{ filter: 'a = 1', filter_or: [equal('b', 2)] }, 'filter_or', 'belongs into the text of filter'],
    [{ filter: 'a = "\\u0000' }, 'filter', 'expected a value'],
  ])('is refused with its place: %j', (fields, field, reason) => {
    expect(refusal(fields)).toMatchObject({
      code: 'ERROR_INVALID_QUERY',
      field,
      reason: expect.stringContaining(reason) as string,
    });
  });

  it.each([
    ['a = "\\u0000"', 'filter[0].v', 'must not contain U+0000'],
    ['a = 1 or b = "\\ud800"', 'filter[1].v', 'must not contain U+0000 or lone surrogates'],
    [`{"k":"a","o":"eq","v":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'filter', 'is nested deeper than'],
    ['a match {"__proto__":1}', '__proto__', 'is not allowed as a key'],
    ['not {"k":"a","o":{"valueOf":1,"toString":1},"v":1}', 'filter', '"not" goes only with'],
  ])('holds nothing that a body may not hold: %.50s', (filter, field, reason) => {
    expect(refusal({ filter })).toMatchObject({ field, reason: expect.stringContaining(reason) as string });
  });

  it('is taken only where the document says so', () => {
    expect(refusal({ filter_or: 'a = 1' })).toMatchObject({ field: 'filter_or' });
    expect(refusal({ filter: 5 })).toMatchObject({
      field: 'filter',
      reason: 'must be a list of at most 50 conditions',
    });
  });
});

import {
  AnyListField,
  BooleanField,
  IntField,
  ListField,
  NestedField,
  OneOrMoreField,
  OnlyField,
  TextField,
} from '../body/fields.js';

/** A part of a list that is counted from its beginning. */
export class NumberedPage {
  @IntField({
    required: false,
    max: 100_000,
    description: '1-based index of the first record. 0 means 1.',
    example: 1,
  })
  start?: number;

  @IntField({
    required: false,
    max: 1000,
    description: 'Maximum number of records (default 100). 0 means all, up to the maximum.',
    example: 100,
  })
  limit?: number;
}

export class Page extends NumberedPage {
  @TextField({
    required: false,
    description: 'Instead of start: the next_cursor of the previous page. Every page costs the same.',
  })
  cursor?: string;
}

/** Read by the query language, like {@link Stage}; what they have inside is in the schemas of the document. */
export class Condition {
  readonly [field: string]: unknown;
}

export class Stage {
  readonly [name: string]: unknown;
}

export class Sort {
  @TextField({ required: false, example: 'created_at' })
  key?: string;

  @BooleanField({ required: false, example: true })
  desc?: boolean;

  @ListField(Sort, {
    required: false,
    description: 'Instead of key: several `{key, desc}`.',
    example: undefined,
  })
  keys?: Sort[];
}

/** What every query has. */
class Conditions {
  @ListField(Condition, {
    required: false,
    max: 50,
    description: 'All must match.',
    example: [{ k: 'created_at', v: 'now/d - 7d', o: 'timediff_gte' }],
  })
  filter?: Condition[];

  @ListField(Condition, { required: false, max: 50, description: 'At least one must match.', example: [] })
  filter_or?: Condition[];

  @TextField({
    required: false,
    description: 'Words that must all occur in keyword fields of the resource.',
    example: '',
  })
  keyword?: string;
}

/** What every query of records that are there has. */
class Narrowed extends Conditions {
  @NestedField(Page, { required: false })
  page?: Page;
}

/** What is done to records that a query finds. */
export class MatchQuery extends Conditions {}

/** What a stream is narrowed by. */
export class StreamQuery extends Conditions {}

export class Unwind {
  @TextField({ description: 'A key of a list.', example: 'additional_info.hosts' })
  path!: string;
}

/** What a list returns, and how. */
export class Query extends Narrowed {
  @NestedField(Unwind, {
    required: false,
    description: 'One result per element of a list: the record, with the element in the place of the list.',
    example: undefined,
  })
  unwind?: Unwind;

  @OneOrMoreField(Sort, {
    required: false,
    description: '`{key, desc}`, `{keys: […]}` or a list of `{key, desc}`. `{}` means the default order.',
  })
  sort?: Sort | Sort[];

  @OnlyField()
  only?: string[];

  @BooleanField({ required: false, description: 'Return the short form of records.', example: false })
  minimal?: boolean;

  @BooleanField({ required: false, description: 'Return only total_count.', example: false })
  count_only?: boolean;
}

/** For examples: how many records there are of each day. */
export const countByDay = (key: string) => ({
  aggregate: [
    {
      group: {
        keys: [{ key, name: 'date', date_format: '%Y-%m-%d' }],
        fields: [{ name: 'count', operator: 'count' }],
      },
    },
    { sort: { key: 'date', desc: true } },
    { limit: 10 },
  ],
});

/** Has either `distinct` or `aggregate`. */
export class StatisticsQuery extends Narrowed {
  @TextField({ required: false, description: 'Return the distinct values of this key.', example: undefined })
  distinct?: string;

  @ListField(Stage, {
    required: false,
    max: 10,
    description:
      'A list of stages, each an object with one of unwind, group, project, match, sort, limit, skip, count.',
    example: countByDay('created_at').aggregate,
  })
  aggregate?: Stage[];
}

export class StatisticsInfo {
  @AnyListField({ description: 'Rows, or values for distinct.', example: [{ count: 1 }] })
  results!: object[];

  @IntField({ required: false, description: 'Rows before paging, if page.limit is given.' })
  total_count?: number;
}

/** What every list says beside its results. */
export abstract class ListInfo {
  @IntField({ description: 'Matches before paging.' })
  total_count!: number;

  @BooleanField({
    required: false,
    description: 'Whether total_count is an estimate, because counting took too long.',
  })
  total_count_estimated?: boolean;

  @TextField({
    required: false,
    description: 'The cursor of the next page (`query.page.cursor`), if there is one.',
  })
  next_cursor?: string;
}

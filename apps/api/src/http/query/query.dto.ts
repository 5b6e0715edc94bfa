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
import { Condition, ConditionsField, FilterField, Stage } from './condition-fields.js';

/** A page of a list by its position. */
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
    description:
      'The `next_cursor` of the previous page, instead of `start`. With cursors, every page costs the same.',
  })
  cursor?: string;
}

export class Sort {
  @TextField({ required: false, example: 'created_at' })
  key?: string;

  @BooleanField({ required: false, example: true })
  desc?: boolean;

  @ListField(Sort, {
    required: false,
    description: 'Several `{key, desc}`, instead of `key`.',
    example: undefined,
  })
  keys?: Sort[];
}

/** The part that all queries have. */
class Conditions {
  @FilterField({
    required: false,
    description: 'Conditions that must all match.',
    example: [{ k: 'created_at', v: 'now/d - 7d', o: 'timediff_gte' }],
  })
  filter?: Condition[];

  @ConditionsField({
    required: false,
    description: 'Conditions of which at least one must match.',
    example: [],
  })
  filter_or?: Condition[];

  @TextField({
    required: false,
    description: 'Words that must all occur in keyword fields of the resource.',
    example: '',
  })
  keyword?: string;
}

/** The part that queries of stored records have. */
class PagedConditions extends Conditions {
  @NestedField(Page, { required: false })
  page?: Page;
}

/** A query for records to be changed or processed. */
export class MatchQuery extends Conditions {}

/** The field that says that a {@link MatchQuery} without conditions is meant. */
export const ALL_RECORDS = {
  required: false,
  description: 'True: a `query` without conditions means all records. Otherwise it is refused.',
  example: undefined,
};

/** The conditions of a stream. */
export class StreamQuery extends Conditions {}

export class Unwind {
  @TextField({ description: 'The key of a list.', example: 'additional_info.hosts' })
  path!: string;
}

/** The query of a list: conditions, order, page and fields. */
export class Query extends PagedConditions {
  @NestedField(Unwind, {
    required: false,
    description:
      'Returns one result for each element of a list: the record, with the element in place of the list.',
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

/** An example: counts records by day. */
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
export class StatisticsQuery extends PagedConditions {
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
  @AnyListField({ description: 'Rows, or values if `distinct` is given.', example: [{ count: 1 }] })
  results!: object[];

  @IntField({
    required: false,
    description: 'The number of rows before paging. Present only if `page.limit` is given.',
  })
  total_count?: number;
}

/** The fields of every list response besides its results. */
export abstract class ListInfo {
  @IntField({ description: 'The number of matching records, before paging.' })
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

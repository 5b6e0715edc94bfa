import { IntField, NestedField, OnlyField } from './fields.js';

export class Page {
  @IntField({
    required: false,
    min: 1,
    max: 100_000,
    description: '1-based index of the first record.',
    example: 1,
  })
  start?: number;

  @IntField({
    required: false,
    min: 1,
    max: 1000,
    description: 'Records at most (default 100).',
    example: 100,
  })
  limit?: number;
}

/** How a list is to be returned. */
export class Query {
  @NestedField(Page, { required: false })
  page?: Page;

  @OnlyField()
  only?: string[];
}

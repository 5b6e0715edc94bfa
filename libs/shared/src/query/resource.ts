import type { IdKind } from '../kernel/ids.js';

/**
 * How a field is compared, ordered and shown.
 * `json`: an object or list; dotted keys reach into it, unless it is `closed` (its parts are fields of their own).
 * `secret`: can only be tested for equality, by the `digest` of the full value (`null`: no such value can exist).
 */
export type FieldType =
  | { readonly type: 'text' }
  | { readonly type: 'number' }
  | { readonly type: 'boolean' }
  /** `idTime`: SQL of the id whose first 48 bits are this instant, so that the id can filter and order by it. */
  | { readonly type: 'date'; readonly idTime?: string | undefined }
  | { readonly type: 'id'; readonly kind: IdKind }
  /**
   * `none`: the word for "not given"; a condition with it is ignored.
   * `ranked`: the values are listed from the highest to the lowest, and are compared and ordered in this order instead of
   * alphabetically.
   */
  | {
      readonly type: 'enum';
      readonly values: readonly string[];
      readonly none?: string;
      readonly ranked?: boolean;
    }
  /**
   * `labels`: an object of texts. What follows the name of the field is one key, with its dots: `labels.app.kubernetes.io/name`.
   * `empty`: the JSON that a record shows for null. `objects`: an object or a list of objects, so that only paths in it have values.
   */
  | {
      readonly type: 'json';
      readonly closed?: boolean;
      readonly labels?: boolean;
      readonly objects?: boolean;
      readonly empty?: '{}' | '[]';
    }
  | { readonly type: 'secret'; readonly digest: (value: string) => string | Buffer | null };

export type Field = FieldType & {
  /** The value in SQL, over the alias `r`. It comes from our code, never from a caller. */
  readonly sql: string;
  /** The value is never null. Paging can then compare whole rows, which an index serves. */
  readonly required?: boolean;
  /** The value can be long; a list is then ordered by its beginning. */
  readonly long?: boolean;
};

export interface SortKey {
  readonly key: string;
  readonly desc?: boolean;
}

/** The parts of a page of the newest records. `domain` and `before` are placeholders in SQL. */
export interface NewestPage {
  readonly domain: string;
  /** The id that the page begins after; `undefined` on the first page. */
  readonly before: string | undefined;
  readonly many: number;
}

/**
 * What the query language knows of a resource. A list or stat of it is registered by declaring one of these and
 * handing it to the `QueryEngine` (`#shared/platform/persistence/query-engine.js`):
 *
 * ```ts
 * const API_KEYS: Resource = {
 *   name: 'API key',
 *   relation: 'api_key',
 *   id: 'api_key_id',
 *   ...toQueryFields(API_KEY_FIELDS),
 *   keywords: ['api_key_id', 'user_id'],
 *   order: [{ key: 'api_key_id' }],
 *   minimal: ['api_key_id', 'state', 'user_id'],
 * };
 *
 * const record = new RecordSerializer(API_KEY_FIELDS);
 * const found = await engine.list(API_KEYS, { scope, filter: { state }, query, record }, signal);
 * const stat = await engine.stat(API_KEYS, { scope, query }, signal);
 * ```
 */
export interface Resource {
  /** The name in errors. Cursors are bound to it. */
  readonly name: string;
  /** A table or a parenthesised select, without alias: it gets the alias `r`. It must have a column `domain_id`. */
  readonly relation: string;
  /** The key of the field that no two records share. */
  readonly id: string;
  /** The fields by public key; dotted for parts of objects (`resource.name`). */
  readonly fields: Readonly<Record<string, Field>>;
  /** Alternative names of keys: `resource_id` for `resource.resource_id`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** The top-level fields of a record, for `only`. */
  readonly record: readonly string[];
  readonly keywords: readonly string[];
  /** Further keyword fields of queries that limit the records to those since a time. */
  readonly keywordsInTimeRange?: readonly string[];
  readonly order: readonly SortKey[];
  readonly minimal: readonly string[];
  /**
   * Returns SQL for a page in the default order that the database need not plan anew. It is used for lists without filter and
   * sort.
   */
  readonly newest?: (page: NewestPage) => string;
  /** SQL for the number of records that a row stands for. If set, queries can only count. */
  readonly weight?: string;
  /** Counting reads no records, whatever the filter. Such a count runs before it is known whether it is needed. */
  readonly isCheap?: boolean;
}

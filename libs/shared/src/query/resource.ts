import type { IdKind } from '../kernel/ids.js';

/**
 * How a field is compared, ordered and shown.
 * `json`: an object or list; dotted keys reach into it, unless it is `closed` (its parts are fields of their own).
 * `secret`: can only be compared, with `digest` of the full value (`null`: no such value can exist).
 */
export type FieldType =
  | { readonly type: 'text' }
  | { readonly type: 'number' }
  | { readonly type: 'boolean' }
  /** `idTime`: the SQL of the id whose first 48 bits are this instant, so that the id finds and orders it. */
  | { readonly type: 'date'; readonly idTime?: string | undefined }
  | { readonly type: 'id'; readonly kind: IdKind }
  /**
   * `none` is the word for "not given": a condition with it does not count.
   * `ranked`: the values stand from the highest to the lowest, and are compared and ordered so instead of by their letters.
   */
  | {
      readonly type: 'enum';
      readonly values: readonly string[];
      readonly none?: string;
      readonly ranked?: boolean;
    }
  | { readonly type: 'json'; readonly closed?: boolean }
  | { readonly type: 'secret'; readonly digest: (value: string) => string | Buffer | null };

export type Field = FieldType & {
  /** The value in SQL, over the relation's alias `r`; written by us, never by a caller. */
  readonly sql: string;
  /** Never null: paging compares whole rows, for which an index serves. */
  readonly required?: boolean;
  /** It can be long. */
  readonly long?: boolean;
};

export interface SortKey {
  readonly key: string;
  readonly desc?: boolean;
}

/** In SQL. */
export interface NewestPage {
  readonly domain: string;
  /** An id that all of them come before, if there is one. */
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
 *   fields: {
 *     api_key_id: { type: 'id', kind: 'api_key', sql: 'r.api_key_id', required: true },
 *     state: { type: 'enum', values: ['ENABLED', 'DISABLED'], none: 'NONE_STATE', sql: 'r.state' },
 *     api_key: { type: 'secret', sql: 'r.digest', digest: digestOf },
 *     user_id: { type: 'text', sql: 'r.user_id', required: true },
 *   },
 *   record: API_KEY_FIELDS,
 *   keywords: ['api_key_id', 'user_id'],
 *   order: [{ key: 'api_key_id' }],
 *   minimal: ['api_key_id', 'state', 'user_id'],
 * };
 *
 * const found = await engine.list<ApiKeyRow>(API_KEYS, { scope, filter: { state }, query, select: () => '*' }, signal);
 * const stat = await engine.stat(API_KEYS, { scope, query }, signal);
 * ```
 */
export interface Resource {
  /** In errors, and part of what a cursor belongs to. */
  readonly name: string;
  /** A table or a parenthesised select, without alias: it becomes `r`. It has a column `domain_id`. */
  readonly relation: string;
  /** The key of the field that no two records share. */
  readonly id: string;
  /** By public key; dotted for parts of objects (`resource.name`). */
  readonly fields: Readonly<Record<string, Field>>;
  /** Other names of keys: `resource_id` for `resource.resource_id`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** The top-level fields that a record has, for `only`. */
  readonly record: readonly string[];
  readonly keywords: readonly string[];
  readonly order: readonly SortKey[];
  readonly minimal: readonly string[];
  /** What gives the records in the default order without planning it anew, where nothing else is asked of them. */
  readonly newest?: (page: NewestPage) => string;
  /** Where a row stands for several records: how many. Then only counts can be asked for. */
  readonly weight?: string;
  /** It reads no records however much is asked for: a count that may turn out not to be needed costs little. */
  readonly isCheap?: boolean;
}

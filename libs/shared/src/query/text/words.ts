/** A condition of the query language with the short names of its members. */
export interface FilterCondition {
  readonly k: string;
  readonly v: unknown;
  readonly o: string;
}

/** The two lists of conditions that a text means: all of `filter` and, unless it is empty, one of `filter_or`. */
export interface FilterLists {
  readonly filter: readonly FilterCondition[];
  readonly filter_or: readonly FilterCondition[];
}

/** The words of the text form. As a field or as a value they stand in quotes. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'in', 'contains', 'any', 'regex', 'exists', 'match', 'true', 'false', 'null'],
]);

export const SYMBOLS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '!=': 'not',
  '<=': 'lte',
  '>=': 'gte',
  '<': 'lt',
  '>': 'gt',
};

/** The operators that order values, which also compare with times. */
export const ORDERING: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte']);

export const NEGATIONS: Readonly<Record<string, string>> = {
  ...{ eq: 'not', not: 'eq', in: 'not_in', not_in: 'in' },
  ...{ contain: 'not_contain', not_contain: 'contain' },
  ...{ contain_in: 'not_contain_in', not_contain_in: 'contain_in' },
};

/** Operators that are words, by what follows the field. Those with `any` take a list. */
export const PHRASES: Readonly<Record<string, string>> = {
  ...{ in: 'in', 'not in': 'not_in' },
  ...{ contains: 'contain', 'not contains': 'not_contain' },
  ...{ 'contains any': 'contain_in', 'not contains any': 'not_contain_in' },
  ...{ regex: 'regex', 'regex any': 'regex_in', match: 'match' },
};

/** The operators that take a list. */
export const LISTS: ReadonlySet<string> = new Set([
  ...['in', 'not_in', 'contain_in', 'not_contain_in', 'regex_in'],
]);

/** A field without quotes, with its quoted parts: `labels["app.kubernetes.io/name"].x`. */
export const FIELD =
  /[\p{L}_][\p{L}\p{M}\p{N}_.:/@-]*(?:\["(?:[^"\\]|\\.)*"\](?:\.[\p{L}\p{M}\p{N}_.:/@-]+)?)*/uy;
/** A text without quotes. */
export const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_.:/@-]*/uy;
export const STRING = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y;
export const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** An ISO 8601 date or time, without a space in place of the T. */
export const TIME = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?/y;
export const RELATIVE_TIME = /now(?: *\/ *[dwm])?(?: *[+-] *\d{1,9} *[smhdw])?/y;
export const DURATION = /(\d{1,9})([smhdw])/y;

export const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Whether a text matches one of the patterns above from its beginning to its end. */
export function isWhole(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0] === text;
}

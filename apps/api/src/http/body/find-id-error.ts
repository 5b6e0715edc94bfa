import { tryParseId, type IdKind } from '#shared/kernel/ids.js';

const ANY_ID = /^([a-z_]{1,32})_[0-9a-z]{26}$/;

/** Returns why a value is no id of this kind; `undefined` if it is one. Names the kind of an id of another kind. */
export function findIdError(kind: IdKind, value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : '';
  if (tryParseId(kind, text) !== undefined) return undefined;
  const foundKind = ANY_ID.exec(text)?.[1] ?? kind;
  return `is not an id of the form ${kind}_<26 characters>${foundKind === kind ? '' : `; this one is of the kind ${foundKind}`}`;
}

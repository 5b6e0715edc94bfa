import type { Json } from '#shared/kernel/json.js';

/** Members of an object and fields of a form. No sender posts more, and many rules look at each of them. */
export const MAX_MEMBERS = 10_000;

/** A shorter text cannot hold so many members: each takes at least `"":1,`. */
export const MIN_CHARACTERS = MAX_MEMBERS * 5;

/** Returns whether an object in the value that a text of this length holds has more than {@link MAX_MEMBERS} members. */
export function hasTooManyMembers(value: Json, characters: number): boolean {
  if (characters < MIN_CHARACTERS) return false;
  const nodes: Json[] = [value];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node === null || typeof node !== 'object') continue;
    const members: readonly Json[] = Array.isArray(node) ? node : Object.values(node);
    if (members.length > MAX_MEMBERS && !Array.isArray(node)) return true;
    for (const member of members) if (typeof member === 'object' && member !== null) nodes.push(member);
  }
  return false;
}

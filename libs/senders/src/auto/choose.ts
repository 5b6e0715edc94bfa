import type { Fact } from './facts.js';
import { OWNERS } from './names.js';

export interface Choice {
  readonly fact: Fact;
  /** From 0 to 1. */
  readonly sure: number;
}

/** A level deeper weighs as much as so many places further down the list of names. */
const DEPTH = 4;
/** What stands behind a word of the sender's own (`ticket_subject`) counts as much as so many places further down. */
const SOME = 30;
const PLAIN: ReadonlySet<string> = new Set([
  'id',
  'name',
  'key',
  'uuid',
  'token',
  'url',
  'title',
  'status',
  'displayname',
]);
/** What is told of the past, or of the delivery, is not what is wanted. */
const ELSEWHERE =
  /^(?:prev|old|last|first|from|integration|sender|tenant|org|user|owner|creator|author|assignee|contact|recipient|agent|links?|source|project|team|organization|installation|board|company|receiver|account|webhook|branch|commit|manager|decoder|page|space|channel|room|environment|customer)|user$/;

/**
 * The fact whose name is the most telling and that stands the least deep; of two alike the first.
 * @param some names that nobody listed but that end as if they were
 */
export function choose(
  facts: readonly Fact[],
  names: readonly string[],
  suits: (fact: Fact) => boolean = () => true,
  some?: RegExp,
): Choice | undefined {
  const ranks = ranksOf(names);
  let best: Fact | undefined;
  let bestCost = Infinity;
  for (const fact of facts) {
    const cost = costOf(fact, ranks, some);
    if (cost < bestCost && suits(fact)) {
      best = fact;
      bestCost = cost;
    }
  }
  return best && { fact: best, sure: 1 / (1 + bestCost / 12) };
}

const known = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** The lists are always the same few. */
function ranksOf(names: readonly string[]): ReadonlyMap<string, number> {
  let ranks = known.get(names);
  if (ranks === undefined) {
    ranks = new Map(names.map((name, rank) => [name, rank]));
    known.set(names, ranks);
  }
  return ranks;
}

/** `id` of a `monitor` is a `monitorid`. */
export function fullName({ name, parent }: Fact): string {
  return PLAIN.has(name) ? singular(parent) + name : name;
}

/** The elements of `targets` are a target each. */
export function singular(name: string): string {
  if (/(?:ss|us|is)$/.test(name)) return name;
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function costOf(
  { name, parent, depth }: Fact,
  ranks: ReadonlyMap<string, number>,
  some: RegExp | undefined,
): number {
  // `monitor: {name}` says what `monitor_name` does.
  const rank = Math.min(
    ranks.get(name) ?? (name.endsWith('names') ? ranks.get(singular(name)) : undefined) ?? Infinity,
    PLAIN.has(name) ? (ranks.get(singular(parent) + name) ?? Infinity) : Infinity,
    some?.test(name) === true ? SOME : Infinity,
  );
  if (rank === Infinity) return Infinity;
  const owner = OWNERS.indexOf(singular(parent));
  const owned = PLAIN.has(name) && owner >= 0 ? owner / 4 - 6 : 0;
  return Math.max(0, rank + depth * DEPTH + owned + (ELSEWHERE.test(parent) ? 25 : 0));
}

import type { Fact } from './facts.js';
import { OWNERS } from './names.js';

export interface Choice {
  readonly fact: Fact;
  /** Confidence, from 0 to 1. */
  readonly sure: number;
}

/** One more level of nesting costs as much as this many positions in the list of names. */
const DEPTH = 4;
/** The rank of a name that only ends like a known one (`ticket_subject`). */
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
/** Parents whose fields describe the past, people, or the delivery itself. Facts inside them rank far lower. */
const ELSEWHERE =
  /^(?:prev|old|last|first|from|integration|sender|tenant|org|user|owner|creator|author|assignee|contact|recipient|agent|links?|source|project|team|organization|installation|board|company|receiver|account|webhook|branch|commit|manager|decoder|page|space|channel|room|environment|customer)|user$/;

/**
 * Chooses the fact whose name ranks highest and that is nested least; the first of equal ones.
 * @param names known names, the most telling first
 * @param some matches further names, which are not in the list but end like a known one
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

/** Returns the rank of each name. The result is cached, because the lists are constants. */
function ranksOf(names: readonly string[]): ReadonlyMap<string, number> {
  let ranks = known.get(names);
  if (ranks === undefined) {
    ranks = new Map(names.map((name, rank) => [name, rank]));
    known.set(names, ranks);
  }
  return ranks;
}

/** Returns the name of a fact with that of its parent, if the name alone is generic: `id` of a `monitor` is `monitorid`. */
export function fullName({ name, parent }: Fact): string {
  return PLAIN.has(name) ? singular(parent) + name : name;
}

/** Returns the singular of a name: the elements of `targets` are each a `target`. */
export function singular(name: string): string {
  if (/(?:ss|us|is)$/.test(name)) return name;
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function costOf(
  { name, parent, depth }: Fact,
  ranks: ReadonlyMap<string, number>,
  some: RegExp | undefined,
): number {
  // `monitor: {name}` ranks as `monitor_name` does.
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

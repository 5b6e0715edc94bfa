import type { ScalarField } from './collect-fields.js';
import { OWNERS } from './field-names.js';

export interface Choice {
  readonly field: ScalarField;
  /** Confidence, from 0 to 1. */
  readonly confidence: number;
}

/** One more level of nesting costs as much as this many positions in the list of names. */
const DEPTH_COST = 4;
/** The rank of a name that only ends like a known one (`ticket_subject`). */
const SUFFIX_RANK = 30;
const GENERIC_NAMES: ReadonlySet<string> = new Set([
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
const UNRELATED_PARENT =
  /^(?:prev|old|last|first|from|integration|sender|tenant|org|user|owner|creator|author|assignee|contact|recipient|agent|links?|source|project|team|organization|installation|board|company|receiver|account|webhook|branch|commit|manager|decoder|page|space|channel|room|environment|customer)|user$/;

/**
 * Chooses the fact whose name ranks highest and that is nested least; the first of equal ones.
 * @param names known names, the most telling first
 * @param suffixPattern matches further names, which are not in the list but end like a known one
 */
export function chooseField(
  fields: readonly ScalarField[],
  names: readonly string[],
  isAcceptable: (field: ScalarField) => boolean = () => true,
  suffixPattern?: RegExp,
): Choice | undefined {
  const ranks = getRanks(names);
  let best: ScalarField | undefined;
  let bestCost = Infinity;
  for (const field of fields) {
    const cost = costOf(field, ranks, suffixPattern);
    if (cost < bestCost && isAcceptable(field)) {
      best = field;
      bestCost = cost;
    }
  }
  return best && { field: best, confidence: 1 / (1 + bestCost / 12) };
}

const rankCache = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Returns the rank of each name. The result is cached, because the lists are constants. */
function getRanks(names: readonly string[]): ReadonlyMap<string, number> {
  let ranks = rankCache.get(names);
  if (ranks === undefined) {
    ranks = new Map(names.map((name, rank) => [name, rank]));
    rankCache.set(names, ranks);
  }
  return ranks;
}

/** Returns the name of a fact with that of its parent, if the name alone is generic: `id` of a `monitor` is `monitorid`. */
export function qualifiedName({ name, parent }: ScalarField): string {
  return GENERIC_NAMES.has(name) ? singular(parent) + name : name;
}

/** Returns the singular of a name: the elements of `targets` are each a `target`. */
export function singular(name: string): string {
  if (/(?:ss|us|is)$/.test(name)) return name;
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function costOf(
  { name, parent, depth }: ScalarField,
  ranks: ReadonlyMap<string, number>,
  suffixPattern: RegExp | undefined,
): number {
  // `monitor: {name}` ranks as `monitor_name` does.
  const rank = Math.min(
    ranks.get(name) ?? (name.endsWith('names') ? ranks.get(singular(name)) : undefined) ?? Infinity,
    GENERIC_NAMES.has(name) ? (ranks.get(singular(parent) + name) ?? Infinity) : Infinity,
    suffixPattern?.test(name) === true ? SUFFIX_RANK : Infinity,
  );
  if (rank === Infinity) return Infinity;
  const owner = OWNERS.indexOf(singular(parent));
  const ownerBonus = GENERIC_NAMES.has(name) && owner >= 0 ? owner / 4 - 6 : 0;
  return Math.max(0, rank + depth * DEPTH_COST + ownerBonus + (UNRELATED_PARENT.test(parent) ? 25 : 0));
}

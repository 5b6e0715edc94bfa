import { DomainError } from '#shared/kernel/domain-error.js';
import { newId } from '#shared/kernel/ids.js';
import { isSameJson } from '#shared/kernel/json.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import { changeRecord, type DataOf } from '#shared/kernel/record-changes.js';
import { EQUAL_FIELDS_REASON, isEqualField, MAX_EQUAL_FIELDS } from './equal-fields.js';

/** The times of an inhibition in seconds: the least, the most and the default. */
export const INHIBITION_TIMES = {
  wait: { min: 0, max: 120, default: 30 },
  settle: { min: 0, max: 3_600, default: 300 },
  max: { min: 60, max: 7 * 86_400, default: 86_400 },
} as const;

type Times = { readonly [Name in keyof typeof INHIBITION_TIMES]: number };

export interface InhibitionChanges
  extends ManagedBy, Partial<{ readonly [Name in keyof Times]: number | undefined }> {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Conditions of the query language, as they were sent. */
  readonly source?: readonly unknown[] | undefined;
  readonly target?: readonly unknown[] | undefined;
  readonly equal?: readonly string[] | undefined;
}

export interface NewInhibition extends InhibitionChanges {
  readonly domain_id: string;
  readonly project_id: string | null;
  readonly name: string;
  readonly source: readonly unknown[];
  readonly target: readonly unknown[];
  readonly created_by: string;
}

/** What decides which alerts are sources and targets, and of which group. */
const ROLES = ['enabled', 'source', 'target', 'equal'] as const;

/** Every method that changes it returns whether anything changed, so that a repeated command writes nothing. */
export class Inhibition implements Times {
  inhibition_id!: string;
  domain_id!: string;
  project_id!: string | null;
  name!: string;
  enabled!: boolean;
  source!: readonly unknown[];
  target!: readonly unknown[];
  equal!: readonly string[];
  wait!: number;
  settle!: number;
  max!: number;
  managed_by!: string | null;
  created_by!: string;
  created_at!: Date;
  updated_at!: Date;
  /** When the inhibition was deleted. The row stays as a tombstone for a while. */
  deleted_at!: Date | null;
  /** The cursor for which its sources are known; `null`: they are to be found. uuid */
  seeded_for!: string | null;

  /** @throws ERROR_INVALID_PARAMETER naming the field */
  static create(given: NewInhibition, now: Date): Inhibition {
    const { domain_id, project_id, name, created_by, enabled = true, equal = [] } = given;
    return Object.assign(new Inhibition(), {
      inhibition_id: newId('inhibition'),
      ...{ domain_id, project_id, name, created_by, enabled },
      source: requireConditions('source', given.source),
      target: requireConditions('target', given.target),
      equal: validateEqual(equal),
      wait: validateTime('wait', given.wait),
      settle: validateTime('settle', given.settle),
      max: validateTime('max', given.max),
      managed_by: given.managed_by ?? null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      seeded_for: null,
    } satisfies DataOf<Inhibition>);
  }

  /** Replaces the given fields entirely. @throws ERROR_INVALID_PARAMETER naming the field */
  update(changes: InhibitionChanges, now: Date): boolean {
    const { name, enabled, source, target, equal, wait, settle, max, managed_by } = changes;
    const to = {
      name: name ?? this.name,
      enabled: enabled ?? this.enabled,
      source: source === undefined ? this.source : requireConditions('source', source),
      target: target === undefined ? this.target : requireConditions('target', target),
      equal: equal === undefined ? this.equal : validateEqual(equal),
      wait: wait === undefined ? this.wait : validateTime('wait', wait),
      settle: settle === undefined ? this.settle : validateTime('settle', settle),
      max: max === undefined ? this.max : validateTime('max', max),
      managed_by: managed_by === undefined ? this.managed_by : managed_by,
    };
    const hasOtherRoles = ROLES.some((role) => !isSameJson(this[role], to[role]));
    return changeRecord<Inhibition>(this, now, { ...to, seeded_for: hasOtherRoles ? null : this.seeded_for });
  }

  delete(now: Date): boolean {
    return changeRecord<Inhibition>(this, now, { deleted_at: now, seeded_for: null });
  }
}

/** An inhibition without conditions would hold back everything, or let everything hold others back. */
function requireConditions(field: 'source' | 'target', given: readonly unknown[]): readonly unknown[] {
  if (given.length === 0) throw DomainError.invalid(field, 'must have at least one condition');
  return given;
}

/** @throws ERROR_INVALID_PARAMETER */
export function validateEqual(given: readonly string[]): readonly string[] {
  if (given.length > MAX_EQUAL_FIELDS)
    throw DomainError.invalid('equal', `must have at most ${MAX_EQUAL_FIELDS} fields`);
  if (!given.every(isEqualField)) throw DomainError.invalid('equal', EQUAL_FIELDS_REASON);
  return [...new Set(given)].toSorted();
}

/** @throws ERROR_INVALID_PARAMETER */
export function validateTime(field: keyof Times, given: number | undefined): number {
  const { min, max, default: standard } = INHIBITION_TIMES[field];
  const seconds = given ?? standard;
  if (!Number.isInteger(seconds) || seconds < min || seconds > max)
    throw DomainError.invalid(field, `must be a whole number of seconds from ${min} to ${max}`);
  return seconds;
}

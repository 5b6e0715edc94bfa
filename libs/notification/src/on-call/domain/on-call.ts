import { validateTimezone } from '#shared/kernel/cron-schedule.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newId } from '#shared/kernel/ids.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import { changeRecord, type DataOf } from '#shared/kernel/record-changes.js';
import { validateMembers, type GivenMember, type Member } from './member.js';
import { requireOverridden, validateOverrides, type GivenOverride, type Override } from './override.js';
import { validateRotation, type GivenRotation, type Rotation } from './rotation.js';

export interface OnCallChanges extends ManagedBy {
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly members?: readonly GivenMember[] | undefined;
  /** Replaces the calendar. `null` says that there is none, as the record does. */
  readonly rotation?: GivenRotation | null | undefined;
  /** Replaces the rotation. `null` as there. */
  readonly ical_url?: string | null | undefined;
  readonly overrides?: readonly GivenOverride[] | undefined;
}

export interface NewOnCall extends OnCallChanges {
  readonly domain_id: string;
  readonly name: string;
  readonly timezone: string;
  readonly members: readonly GivenMember[];
  readonly created_by: string;
}

/** Who is on call when: members who take turns, or the events of a calendar; in both cases with overrides, which win. */
export class OnCall {
  on_call_id!: string;
  domain_id!: string;
  name!: string;
  timezone!: string;
  members!: readonly Member[];
  rotation!: Rotation | null;
  /** Decrypted here, encrypted in the database: who knows the address of a calendar can read it. */
  ical_url!: string | null;
  /** The address as callers see it. */
  ical_url_shown!: string | null;
  overrides!: readonly Override[];
  managed_by!: string | null;
  created_by!: string;
  created_at!: Date;
  updated_at!: Date;

  /** @throws ERROR_INVALID_PARAMETER, ERROR_REQUIRED_PARAMETER naming the field */
  static create(given: NewOnCall, now: Date): OnCall {
    const rotation = given.rotation ?? undefined;
    const ical_url = given.ical_url ?? undefined;
    if (rotation === undefined && ical_url === undefined)
      throw new DomainError('ERROR_REQUIRED_PARAMETER', 'invalid', 'rotation or ical_url is required', {
        errors: [{ field: 'rotation', reason: 'is required, unless ical_url is given' }],
      });
    const timezone = validateTimezone(given.timezone);
    const members = validateMembers(given.members);
    return Object.assign(new OnCall(), {
      on_call_id: newId('on_call'),
      domain_id: given.domain_id,
      name: given.name,
      timezone,
      members,
      ...chooseSource({ rotation, ical_url }, members, timezone, now),
      overrides: validateOverrides(given.overrides ?? [], members, now),
      managed_by: given.managed_by ?? null,
      created_by: given.created_by,
      created_at: now,
      updated_at: now,
    } satisfies DataOf<OnCall>);
  }

  /**
   * Replaces the given fields entirely. Returns whether anything changed, so that a repeated command writes nothing.
   * @throws ERROR_INVALID_PARAMETER naming the field
   */
  update(changes: OnCallChanges, now: Date): boolean {
    const timezone = changes.timezone === undefined ? this.timezone : validateTimezone(changes.timezone);
    const members = changes.members === undefined ? this.members : validateMembers(changes.members);
    if (changes.overrides === undefined) requireOverridden(this.overrides, members, now);
    // A client that sends the whole record back has only seen the masked address.
    const ical_url = changes.ical_url === this.ical_url_shown ? undefined : (changes.ical_url ?? undefined);
    const rotation = changes.rotation ?? undefined;
    const source =
      rotation === undefined && ical_url === undefined
        ? {
            ical_url: this.ical_url,
            ical_url_shown: this.ical_url_shown,
            // Checked again, because it names members.
            rotation: this.rotation && validateRotation(this.rotation, members, timezone, now),
          }
        : chooseSource({ rotation, ical_url }, members, timezone, now);
    for (const [field, other] of [
      ['rotation', 'ical_url'],
      ['ical_url', 'rotation'],
    ] as const)
      if (changes[field] === null && source[field] !== null)
        throw DomainError.invalid(field, `must not be null, unless ${other} is given`);
    const to = {
      name: changes.name ?? this.name,
      timezone,
      members,
      ...source,
      overrides: validateOverrides(changes.overrides ?? this.overrides, members, now),
      managed_by: changes.managed_by === undefined ? this.managed_by : changes.managed_by,
    };
    return changeRecord<OnCall>(this, now, to);
  }
}

/** @throws ERROR_INVALID_PARAMETER */
function chooseSource(
  {
    rotation,
    ical_url,
  }: { readonly rotation?: GivenRotation | undefined; readonly ical_url?: string | undefined },
  members: readonly Member[],
  timezone: string,
  now: Date,
): Pick<OnCall, 'rotation' | 'ical_url' | 'ical_url_shown'> {
  if (rotation !== undefined && ical_url !== undefined)
    throw DomainError.invalid('ical_url', 'must not be given with rotation; leave out one of them');
  if (ical_url?.endsWith(MASK))
    throw DomainError.invalid('ical_url', 'has *** where no such address is stored: give the address itself');
  return {
    rotation: rotation === undefined ? null : validateRotation(rotation, members, timezone, now),
    ical_url: ical_url ?? null,
    ical_url_shown: ical_url === undefined ? null : maskAddress(ical_url),
  };
}

const MASK = '/***';

/** Path and query of the private address of a calendar are its secret. */
export function maskAddress(address: string): string {
  return `${new URL(address).origin}${MASK}`;
}

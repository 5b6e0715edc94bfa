import { DomainError } from '#shared/kernel/domain-error.js';

/** The maximum number of members of a schedule. */
export const MAX_MEMBERS = 100;

/** A person who can be on call. */
export interface Member {
  /** Unique in the schedule. Rotations, overrides and events of a calendar refer to it. */
  readonly name: string;
  /** By which the attendees of events are recognized. */
  readonly email: string | null;
  /** By which the person is told. */
  readonly subscription_id: string;
}

export interface GivenMember extends Omit<Member, 'email'> {
  readonly email?: string | null | undefined;
}

/** @throws ERROR_INVALID_PARAMETER naming the field */
export function validateMembers(given: readonly GivenMember[]): readonly Member[] {
  if (given.length === 0)
    throw DomainError.invalid('members', 'must not be empty: name at least one person with a subscription');
  if (given.length > MAX_MEMBERS)
    throw DomainError.invalid('members', `must be at most ${MAX_MEMBERS} members`);
  const members = given.map(({ name, email = null, subscription_id }) => ({ name, email, subscription_id }));
  requireUnique(members, 'name', ({ name }) => name);
  requireUnique(members, 'email', ({ email }) => email?.toLowerCase() ?? null);
  return members;
}

function requireUnique(
  members: readonly Member[],
  field: 'name' | 'email',
  getKey: (member: Member) => string | null,
): void {
  const seen = new Set<string>();
  for (const [index, member] of members.entries()) {
    const key = getKey(member);
    if (key === null) continue;
    if (seen.has(key))
      throw DomainError.invalid(
        `members[${index}].${field}`,
        `is the ${field} of another member; give each its own`,
      );
    seen.add(key);
  }
}

/** Returns valid names of members, each once. @param members `null`: of anybody @throws ERROR_INVALID_PARAMETER naming the field */
export function validateNames(
  field: string,
  names: readonly string[],
  members: readonly Member[] | null,
): readonly string[] {
  if (names.length === 0) throw DomainError.invalid(field, 'must not be empty: name at least one member');
  for (const [index, name] of names.entries()) {
    if (members !== null && !members.some((member) => member.name === name))
      throw DomainError.invalid(`${field}[${index}]`, 'must be the name of one of the members');
    if (names.indexOf(name) !== index)
      throw DomainError.invalid(`${field}[${index}]`, 'is named twice; name each member once');
  }
  return [...names];
}

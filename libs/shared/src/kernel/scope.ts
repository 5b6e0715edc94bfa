import { DomainError } from './domain-error.js';

export type Role = 'ADMIN' | 'MEMBER' | 'VIEWER';

/** Who is calling, as authentication found out. The root key belongs to no domain and acts in any. */
export type Caller =
  | { readonly root: true }
  | {
      readonly root: false;
      /** `null` for a token of the issuer. */
      readonly api_key_id: string | null;
      readonly domain_id: string;
      readonly user_id: string;
      readonly role: Role;
    };

/** The domain a message acts in and who asked for it. Every command and query carries one. */
export interface Scope {
  readonly domain_id: string;
  /** `null` for the root key. */
  readonly user_id: string | null;
  readonly role: Role;
  readonly root: boolean;
  /** Versions of the record that may be changed; without them, any. */
  readonly expected?: readonly string[];
  /** For the audit log: what was asked, with which key, from where. */
  readonly origin?: Origin;
}

export interface Origin {
  readonly action: string;
  /** `null` for the root key and for a token of the issuer. */
  readonly api_key_id: string | null;
  readonly address: string;
}

/** Who it is, for whatever is kept or counted of each caller. */
export function subjectOf(caller: Caller): string {
  return caller.root ? 'root' : nameOf(caller.api_key_id, caller);
}

/** {@link subjectOf} the caller who acts in this scope. */
export function subjectIn(scope: Scope): string {
  return scope.root ? 'root' : nameOf(scope.origin?.api_key_id ?? null, scope);
}

type User = Pick<Scope, 'domain_id' | 'user_id'>;

function nameOf(api_key_id: string | null, { domain_id, user_id }: User): string {
  return api_key_id ?? `user ${domain_id} ${user_id}`;
}

/**
 * The scope in which a request is carried out.
 * @throws ERROR_REQUIRED_PARAMETER when the root key names no domain; ERROR_PERMISSION_DENIED for another's domain.
 */
export function scopeOf(caller: Caller, domainId: string | undefined): Scope {
  if (caller.root) {
    if (domainId === undefined) throw DomainError.required('domain_id');
    return { domain_id: domainId, user_id: null, role: 'ADMIN', root: true };
  }
  if (domainId !== undefined && domainId !== caller.domain_id) {
    const text = `This key is of the domain ${caller.domain_id}: leave domain_id out, or give that one`;
    throw new DomainError('ERROR_PERMISSION_DENIED', 'denied', text);
  }
  return { domain_id: caller.domain_id, user_id: caller.user_id, role: caller.role, root: false };
}

import { DomainError } from './domain-error.js';

/** From the highest to the lowest. */
export const ROLES = ['ADMIN', 'MEMBER', 'VIEWER'] as const;
export type Role = (typeof ROLES)[number];

/** The authenticated caller. The root key belongs to no domain and may act in any. */
export type Caller =
  | { readonly root: true }
  | {
      readonly root: false;
      /** `null` for a token of the OIDC issuer, and for a session of the operator. */
      readonly api_key_id: string | null;
      readonly domain_id: string;
      readonly user_id: string;
      readonly role: Role;
      /** A session of the root key, which has only the rights of its role. */
      readonly operator?: true;
    };

/** The domain in which a command or query acts, and who sent it. Every command and query carries one. */
export interface Scope {
  readonly domain_id: string;
  /** `null` for the root key. */
  readonly user_id: string | null;
  readonly role: Role;
  readonly root: boolean;
  /** A session of the root key. */
  readonly operator?: true;
  /** The versions of the record that the caller accepts (`If-Match`); if not set, any. */
  readonly expected?: readonly string[];
  /** For the audit log: the action, the API key and the client address. */
  readonly origin?: Origin;
  /** The receiver of notifications where somebody acted. It knows already, so that it is not told. */
  readonly via?: Via;
}

export interface Via {
  /** The uuid of the subscription that tells the receiver. */
  readonly id: string;
  /** When it happened there. */
  readonly at: Date;
}

export interface Origin {
  readonly action: string;
  /** `null` for the root key and for a token of the OIDC issuer. */
  readonly api_key_id: string | null;
  readonly address: string;
}

/** The name of the operator, who has the root key. No key and no user of an issuer gets it. */
export const OPERATOR = 'root';

/** Callers have names of three kinds, which may be the same text: those of the operator, of keys and of users of the issuer. */
export type CallerKind = 'operator' | 'key' | 'user';

export function getCallerKind({ root, operator, origin }: Scope): CallerKind {
  if (root || operator) return 'operator';
  return typeof origin?.api_key_id === 'string' ? 'key' : 'user';
}

/** Returns the name of the caller for people, such as who acknowledged an alert. Only the operator is called `root`. */
export function getCallerName(scope: Scope): string {
  const kind = getCallerKind(scope);
  if (kind === 'operator' || scope.user_id === null) return OPERATOR;
  return scope.user_id === OPERATOR ? `${OPERATOR} (${kind})` : scope.user_id;
}

/**
 * @param field which only an ADMIN may give; `undefined` if it is not given
 * @throws ERROR_PERMISSION_DENIED
 */
export function requireAdminFor({ role }: Scope, field: string | undefined): void {
  if (field === undefined || role === 'ADMIN') return;
  throw new DomainError(
    'ERROR_PERMISSION_DENIED',
    'denied',
    `${field} may be given by an ADMIN only; leave it out`,
    {
      errors: [{ field, reason: 'may be given by an ADMIN only; leave it out' }],
    },
  );
}

/** Returns a name that identifies the caller in what is kept for each caller. */
export function getSubject(caller: Caller): string {
  return caller.root || caller.operator ? OPERATOR : formatSubject(caller.api_key_id, caller);
}

/** As {@link getSubject}, for the caller who acts in this scope. */
export function getScopeSubject(scope: Scope): string {
  return getCallerKind(scope) === 'operator'
    ? OPERATOR
    : formatSubject(scope.origin?.api_key_id ?? null, scope);
}

/**
 * Returns a name that identifies the caller in limits. A session or token of the operator counts for its domain: it may be
 * somebody else's, who got a link to sign in, and must not use up what the operator may do in other domains.
 */
export function getLimitSubject(caller: Caller): string {
  return findOperatorSubject(caller) ?? getSubject(caller);
}

/** As {@link getLimitSubject}, for the caller who acts in this scope. */
export function getScopeLimitSubject(scope: Scope): string {
  return findOperatorSubject(scope) ?? getScopeSubject(scope);
}

function findOperatorSubject(caller: Caller | Scope): string | undefined {
  return 'operator' in caller && caller.operator ? `${OPERATOR} ${caller.domain_id}` : undefined;
}

type User = Pick<Scope, 'domain_id' | 'user_id'>;

function formatSubject(api_key_id: string | null, { domain_id, user_id }: User): string {
  return api_key_id ?? `user ${domain_id} ${user_id}`;
}

/**
 * Returns the scope in which a request is carried out.
 * @throws ERROR_REQUIRED_PARAMETER if the root key names no domain; ERROR_PERMISSION_DENIED for the domain of others
 */
export function createScope(caller: Caller, domainId: string | undefined): Scope {
  if (caller.root) {
    if (domainId === undefined) throw DomainError.required('domain_id');
    return { domain_id: domainId, user_id: null, role: 'ADMIN', root: true };
  }
  if (domainId !== undefined && domainId !== caller.domain_id) {
    const text = `This key is of the domain ${caller.domain_id}: leave domain_id out, or give that one`;
    throw new DomainError('ERROR_PERMISSION_DENIED', 'denied', text);
  }
  const { domain_id, user_id, role, operator } = caller;
  return { domain_id, user_id, role, root: false, ...(operator && { operator }) };
}

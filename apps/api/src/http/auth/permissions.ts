import type { Caller, Role } from '#shared/kernel/scope.js';

type Resource =
  | 'api-key'
  | 'caller'
  | 'endpoint'
  | 'plugin'
  | 'webhook'
  | 'event'
  | 'alert'
  | 'delivery'
  | 'heartbeat'
  | 'quarantine'
  | 'quota'
  | 'protocol'
  | 'subscription'
  | 'notification'
  | 'silence';

/** The permission that an operation requires. `operator`: the root key only. `session`, `docs`: any valid key. */
export type Permission =
  | `${Resource}:read`
  | `${Resource}:write`
  | 'webhook:preview'
  | 'plugin:preview'
  | 'subscription:preview'
  | 'silence:preview'
  | 'audit:read'
  | 'operator'
  | 'session'
  | 'docs';

const allowed: Record<Role, (permission: Permission) => boolean> = {
  ADMIN: (permission) => permission !== 'operator',
  MEMBER: (permission) => allowed.ADMIN(permission) && !/^(api-key|audit):/.test(permission),
  VIEWER: (permission) => allowed.MEMBER(permission) && !permission.endsWith(':write'),
};

export function mayDo(caller: Caller, permission: Permission): boolean {
  return caller.root || allowed[caller.role](permission);
}

/** Returns the roles whose keys have a permission, for error messages. */
export function rolesFor(permission: Permission): readonly string[] {
  return Object.entries(allowed).flatMap(([role, allows]) => (allows(permission) ? [role] : []));
}

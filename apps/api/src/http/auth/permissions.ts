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
  | 'silence'
  | 'slack-app'
  | 'inhibition'
  | 'escalation'
  | 'on-call';

/** The permission that an operation requires. `operator`: the root key only. `session`, `docs`: any valid key. */
export type Permission =
  | `${Resource}:read`
  | `${Resource}:write`
  | 'webhook:preview'
  | 'plugin:preview'
  | 'subscription:preview'
  | 'silence:preview'
  | 'inhibition:preview'
  | 'escalation:preview'
  | 'audit:read'
  | 'operator'
  | 'session'
  | 'docs';

const permissionChecks: Record<Role, (permission: Permission) => boolean> = {
  ADMIN: (permission) => permission !== 'operator',
  MEMBER: (permission) => permissionChecks.ADMIN(permission) && !/^(api-key|audit):/.test(permission),
  VIEWER: (permission) => permissionChecks.MEMBER(permission) && !permission.endsWith(':write'),
};

export function hasPermission(caller: Caller, permission: Permission): boolean {
  return caller.root || permissionChecks[caller.role](permission);
}

/** Returns the roles whose keys have a permission, for error messages. */
export function findRoles(permission: Permission): readonly string[] {
  return Object.entries(permissionChecks).flatMap(([role, isAllowed]) =>
    isAllowed(permission) ? [role] : [],
  );
}

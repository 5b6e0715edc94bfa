import { describe, expect, it } from 'vitest';
import type { Caller, Role } from '#shared/kernel/scope.js';
import { hasPermission, findRoles, type Permission } from './permissions.js';

const root: Caller = { root: true };
const caller = (role: Role): Caller => ({ root: false, api_key_id: 'k', domain_id: 'd', user_id: 'u', role });

describe('hasPermission', () => {
  it.each<[Permission, readonly Role[]]>([
    ['webhook:read', ['ADMIN', 'MEMBER', 'VIEWER']],
    ['plugin:preview', ['ADMIN', 'MEMBER', 'VIEWER']],
    ['docs', ['ADMIN', 'MEMBER', 'VIEWER']],
    ['webhook:write', ['ADMIN', 'MEMBER']],
    ['quota:write', ['ADMIN', 'MEMBER']],
    ['api-key:read', ['ADMIN']],
    ['api-key:write', ['ADMIN']],
    ['audit:read', ['ADMIN']],
    ['operator', []],
  ])('grants %s to the root key and to the roles %j', (permission, roles) => {
    expect(
      (['ADMIN', 'MEMBER', 'VIEWER'] as const).filter((role) => hasPermission(caller(role), permission)),
    ).toEqual(roles);
    expect(findRoles(permission)).toEqual(roles);
    expect(hasPermission(root, permission)).toBe(true);
  });
});

import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';

/**
 * Rejects options to try out that would make the service connect to an address of the caller's choice, if the caller may only
 * read. Must be called before the plugin sees the options.
 * @throws ERROR_PERMISSION_DENIED for a VIEWER, if the plugin connects to an address in its options
 */
export function checkConnectPermission({ plugin_id, connectsTo }: AnyPlugin, { role }: Scope): void {
  if (role !== 'VIEWER' || connectsTo === undefined) return;
  const reason = `plugin ${plugin_id} connects to the address in it, and a key of role VIEWER may only read`;
  throw new DomainError(
    'ERROR_PERMISSION_DENIED',
    'denied',
    `options.${connectsTo} may not be tried out: ${reason}; it takes one of role ADMIN or MEMBER, or a webhook's own options`,
    { errors: [{ field: `options.${connectsTo}`, reason: `may be tried out by ADMIN and MEMBER only` }] },
  );
}

import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';

/**
 * To be done with options that are only tried out, before the plugin sees them: who may only read must not have the
 * service connect anywhere of their choice.
 * @throws ERROR_PERMISSION_DENIED for a VIEWER, where the plugin connects to an address that the options name
 */
export function checkMayConnect({ plugin_id, connectsTo }: AnyPlugin, { role }: Scope): void {
  if (role !== 'VIEWER' || connectsTo === undefined) return;
  const why = `plugin ${plugin_id} connects to the address in it, and a key of role VIEWER may only read`;
  throw new DomainError(
    'ERROR_PERMISSION_DENIED',
    'denied',
    `options.${connectsTo} may not be tried out: ${why}; it takes one of role ADMIN or MEMBER, or a webhook's own options`,
    { errors: [{ field: `options.${connectsTo}`, reason: `may be tried out by ADMIN and MEMBER only` }] },
  );
}

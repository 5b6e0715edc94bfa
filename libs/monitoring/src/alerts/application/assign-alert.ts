import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

/**
 * Assigns an open alert to somebody, or with `null` to nobody. Assigning to the present assignee changes nothing.
 * @throws ERROR_INVALID_PARAMETER; ERROR_NOT_FOUND; ERROR_CONFLICT for a resolved alert; ERROR_UNAVAILABLE while its webhook is
 * being processed
 */
export class AssignAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    /** A user id or an e-mail address. */
    readonly assignee: string | null,
    /** Whether the alert is acknowledged as well, unless it is already. Default: if callers assign it to themselves. */
    readonly acknowledge?: boolean,
  ) {
    super();
  }
}

import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';

interface Conditions {
  readonly source?: readonly unknown[] | undefined;
  readonly target?: readonly unknown[] | undefined;
}

/** Checks the conditions of a request, as far as it has them. @throws ERROR_INVALID_QUERY naming the place in the request */
export async function checkConditions(
  queries: AlertQueries,
  domain_id: string,
  conditions: Conditions,
): Promise<void> {
  for (const part of ['source', 'target'] as const) {
    const filter = conditions[part];
    if (filter === undefined) continue;
    try {
      await queries.check(domain_id, buildAlertQuery({ filter, filter_or: [] }, null));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ERROR_INVALID_QUERY') throw error;
      const rename = (text: string) => text.replaceAll(/\bquery\.filter\b/g, part);
      throw new DomainError(error.code, error.kind, rename(error.message), {
        errors: (error.errors ?? []).map(({ field, reason }) => ({ field: rename(field), reason })),
        cause: error,
      });
    }
  }
}

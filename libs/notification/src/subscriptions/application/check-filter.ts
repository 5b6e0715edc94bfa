import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { buildAlertQuery } from '../domain/alert-query.js';
import type { AlertFilter } from '../domain/subscription.js';

/** Checks the conditions of a request. @throws ERROR_INVALID_QUERY naming the place in the request */
export async function checkFilter(
  queries: AlertQueries,
  domain_id: string,
  project_id: string | null,
  filter: AlertFilter,
): Promise<void> {
  try {
    await queries.check(domain_id, buildAlertQuery(filter, project_id));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ERROR_INVALID_QUERY') throw error;
    const stripPrefix = (text: string) => text.replaceAll(/\bquery\.(?=filter)/g, '');
    throw new DomainError(error.code, error.kind, stripPrefix(error.message), {
      errors: (error.errors ?? []).map(({ field, reason }) => ({ field: stripPrefix(field), reason })),
      cause: error,
    });
  }
}

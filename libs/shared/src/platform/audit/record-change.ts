import { newUuid, type IdKind } from '../../kernel/ids.js';
import type { Scope } from '../../kernel/scope.js';

/** A transaction. */
interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/**
 * Writes who did what to which record, in the transaction of the change: neither is there without the other. Only ids
 * are written, never what was changed, so that no secret can get in.
 * @param resourceId the record's public id
 */
export async function recordChange(
  sql: SqlRunner,
  { domain_id, user_id, root, origin }: Scope,
  resourceType: IdKind,
  resourceId: string,
): Promise<void> {
  const now = new Date();
  await sql.query(
    `insert into audit_log
      (audit_id, domain_id, action, resource_type, resource_id, user_id, api_key_id, root, address, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      newUuid(now),
      domain_id,
      origin?.action ?? 'change',
      resourceType,
      resourceId,
      user_id,
      origin?.api_key_id ?? null,
      root,
      origin?.address ?? null,
      now,
    ],
  );
}

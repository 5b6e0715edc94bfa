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
  scope: Scope,
  resourceType: IdKind,
  resourceId: string,
): Promise<void> {
  await recordChanges(sql, scope, resourceType, [resourceId]);
}

/** As {@link recordChange}, of several records. */
export async function recordChanges(
  sql: SqlRunner,
  { domain_id, user_id, root, origin }: Scope,
  resourceType: IdKind,
  resourceIds: readonly string[],
): Promise<void> {
  if (resourceIds.length === 0) return;
  const now = new Date();
  await sql.query(
    `insert into audit_log
      (audit_id, resource_id, domain_id, action, resource_type, user_id, api_key_id, root, address, created_at)
     select unnest($1::uuid[]), unnest($2::text[]), $3, $4, $5, $6, $7, $8::bool, $9, $10::timestamptz`,
    [
      resourceIds.map(() => newUuid(now)),
      resourceIds,
      domain_id,
      origin?.action ?? 'change',
      resourceType,
      user_id,
      origin?.api_key_id ?? null,
      root,
      origin?.address ?? null,
      now,
    ],
  );
}

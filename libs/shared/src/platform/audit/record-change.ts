import { newUuid, type IdKind } from '../../kernel/ids.js';
import type { Scope } from '../../kernel/scope.js';
import type { SqlRunner } from '../persistence/in-transaction.js';

/**
 * Writes who did what to which record, in the transaction of the change, so that both are committed or neither. Only ids are
 * written, never the changed values, so that no secret gets into the log.
 * @param resourceId the public id of the record
 */
export async function recordChange(
  sql: SqlRunner,
  scope: Scope,
  resourceType: IdKind,
  resourceId: string,
): Promise<void> {
  await recordChanges(sql, scope, resourceType, [resourceId]);
}

/** As {@link recordChange}, for several records. */
export async function recordChanges(
  sql: SqlRunner,
  { domain_id, user_id, root, operator, origin }: Scope,
  resourceType: IdKind,
  resourceIds: readonly string[],
  now = new Date(),
): Promise<void> {
  if (resourceIds.length === 0) return;
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
      operator ? null : user_id,
      origin?.api_key_id ?? null,
      root || operator === true,
      origin?.address ?? null,
      now,
    ],
  );
}

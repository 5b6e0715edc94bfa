import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { isSameJson } from '#shared/kernel/json.js';
import { requireVersion, formatVersion } from '#shared/kernel/record-version.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import { inDomainTransaction } from '#shared/platform/persistence/connection-shares.js';
import { OnCallRepository } from '../application/ports/on-call-repository.js';
import type { Member } from '../domain/member.js';
import { OnCall } from '../domain/on-call.js';

@Injectable()
export class TypeOrmOnCallRepository extends OnCallRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RecordLimits,
  ) {
    super();
  }

  add(scope: Scope, create: (now: Date) => OnCall): Promise<string> {
    return inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await this.limits.requireRoom(manager, scope.domain_id, 'on_call');
      const onCall = create(await readDatabaseTime(manager));
      const { on_call_id, domain_id } = onCall;
      await requireSubscriptions(manager, domain_id, onCall.members);
      await manager.insert<ObjectLiteral>(OnCall, onCall);
      await manager.query(
        `insert into on_call_health (on_call_id, domain_id, due_at) values ($1, $2, statement_timestamp())`,
        [parseId('on_call', on_call_id), domain_id],
      );
      await recordChange(manager, scope, 'on_call', on_call_id);
      await storeCreatedIds(manager, { on_call_id });
      return on_call_id;
    });
  }

  async change(
    scope: Scope,
    on_call_id: string,
    change: (onCall: OnCall, now: Date) => boolean,
  ): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      const onCall = await lock(manager, scope, on_call_id);
      const { ical_url, members } = onCall;
      if (!change(onCall, await readDatabaseTime(manager))) return;
      if (!isSameJson(members, onCall.members))
        await requireSubscriptions(manager, scope.domain_id, onCall.members);
      await manager.update<ObjectLiteral>(OnCall, { on_call_id }, onCall);
      await this.checkSoon(manager, on_call_id, ical_url !== onCall.ical_url);
      await recordChange(manager, scope, 'on_call', on_call_id);
      await storeCreatedIds(manager, { on_call_id });
    });
  }

  async remove(scope: Scope, on_call_id: string): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await lock(manager, scope, on_call_id);
      await manager.delete(OnCall, { on_call_id });
      await manager.query('delete from on_call_health where on_call_id = $1', [
        parseId('on_call', on_call_id),
      ]);
      await recordChange(manager, scope, 'on_call', on_call_id);
    });
  }

  /** Has the calendar read again, whole, since it may be read by another time zone. Forgets the copy of another calendar. */
  private async checkSoon(manager: EntityManager, on_call_id: string, isOther: boolean): Promise<void> {
    await manager.query(
      `update on_call_health set due_at = statement_timestamp(), etag = null, last_modified = null,
         copy = case when $2 then null else copy end, read_at = case when $2 then null else read_at end,
         failing_since = case when $2 then null else failing_since end,
         last_error = case when $2 then null else last_error end,
         warnings = case when $2 then '[]' else warnings end,
         unknown_names = case when $2 then '[]' else unknown_names end
       where on_call_id = $1`,
      [parseId('on_call', on_call_id), isOther],
    );
  }
}

async function lock(manager: EntityManager, scope: Scope, on_call_id: string): Promise<OnCall> {
  const onCall = await manager.findOne(OnCall, {
    where: { on_call_id, domain_id: scope.domain_id },
    lock: { mode: 'pessimistic_write' },
  });
  if (onCall === null) throw DomainError.notFound('The schedule', on_call_id);
  requireVersion(scope, formatVersion(onCall.updated_at));
  return onCall;
}

async function readDatabaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ now: Date }[]>(
    `select date_trunc('milliseconds', statement_timestamp()) as now`,
  );
  return row?.now ?? new Date();
}

/** @throws ERROR_INVALID_PARAMETER naming the first member whose subscription does not exist */
async function requireSubscriptions(
  manager: EntityManager,
  domain_id: string,
  members: readonly Member[],
): Promise<void> {
  const rows = await manager.query<{ subscription_id: string }[]>(
    `select subscription_id from subscription
     where domain_id = $1 and subscription_id = any($2::uuid[]) and deleted_at is null`,
    [domain_id, members.map(({ subscription_id }) => parseId('subscription', subscription_id))],
  );
  const existing = new Set(rows.map(({ subscription_id }) => formatId('subscription', subscription_id)));
  const index = members.findIndex(({ subscription_id }) => !existing.has(subscription_id));
  if (index >= 0)
    throw DomainError.invalid(
      `members[${index}].subscription_id`,
      'is no subscription of the domain, or one that was deleted; name another',
    );
}

import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager, type ObjectLiteral } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { requireVersion, formatVersion } from '#shared/kernel/record-version.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import { inDomainTransaction } from '#shared/platform/persistence/connection-shares.js';
import { SilenceRepository } from '../application/ports/silence-repository.js';
import { Silence } from '../domain/silence.js';
import { findFreeName, requireFreeName } from '../tables/silence-names.js';

@Injectable()
export class TypeOrmSilenceRepository extends SilenceRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RecordLimits,
  ) {
    super();
  }

  add(scope: Scope, create: (now: Date) => Silence, isNumbered: boolean): Promise<string> {
    return inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await this.limits.requireRoom(manager, scope.domain_id, 'silence');
      const silence = create(await readDatabaseTime(manager));
      const { silence_id } = silence;
      if (isNumbered) silence.name = await findFreeName(manager, silence);
      else await requireFreeName(manager, silence);
      await manager.insert<ObjectLiteral>(Silence, silence);
      await recordChange(manager, scope, 'silence', silence_id);
      await storeCreatedIds(manager, { silence_id });
      return silence_id;
    });
  }

  async change(
    scope: Scope,
    silence_id: string,
    change: (silence: Silence, now: Date) => boolean,
  ): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      // Waits for transactions that are deciding by this silence: they lock it until the result is stored.
      const silence = await manager.findOne(Silence, {
        where: { silence_id, domain_id: scope.domain_id, deleted_at: IsNull() },
        lock: { mode: 'pessimistic_write' },
      });
      if (silence === null) throw DomainError.notFound('The silence', silence_id);
      requireVersion(scope, formatVersion(silence.updated_at));
      const { name, ends_at } = silence;
      const now = await readDatabaseTime(manager);
      if (!change(silence, now)) return;
      const isRevived = ends_at <= now && silence.ends_at > now;
      if (silence.deleted_at === null && (silence.name !== name || isRevived))
        await requireFreeName(manager, silence);
      await manager.update<ObjectLiteral>(Silence, { silence_id }, silence);
      await recheckAlerts(manager, silence_id);
      await recordChange(manager, scope, 'silence', silence_id);
      await storeCreatedIds(manager, { silence_id });
    });
  }
}

async function readDatabaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ now: Date }[]>(
    `select date_trunc('milliseconds', statement_timestamp()) as now`,
  );
  return row?.now ?? new Date();
}

/** Makes all alerts that it silenced due for a check. Locks them in the order used everywhere, to avoid deadlocks. */
async function recheckAlerts(manager: EntityManager, silence_id: string): Promise<void> {
  await manager.query(
    `with locked as materialized (
       select subscription_id, alert_id from silenced_alert where silence_id = $1
       order by subscription_id, alert_id for update
     )
     update silenced_alert s set look_at = statement_timestamp()
     from locked where s.subscription_id = locked.subscription_id and s.alert_id = locked.alert_id`,
    [parseId('silence', silence_id)],
  );
}

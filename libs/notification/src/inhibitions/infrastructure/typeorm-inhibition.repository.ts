import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager, type ObjectLiteral } from 'typeorm';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { requireVersion, formatVersion } from '#shared/kernel/record-version.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { inDomainTransaction } from '#shared/platform/persistence/connection-shares.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { matchQueries } from '../../subscriptions/tables/match-queries.js';
import { readOpeningFilters } from '../../subscriptions/tables/subscription-table.js';
import { InhibitionRepository } from '../application/ports/inhibition-repository.js';
import { Inhibition } from '../domain/inhibition.js';

/** Milliseconds after a change until what was held back is checked again: its sources are found first. */
const RECHECK_MS = 2_000;

@Injectable()
export class TypeOrmInhibitionRepository extends InhibitionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RecordLimits,
    private readonly queries: AlertQueries,
  ) {
    super();
  }

  add(scope: Scope, create: (now: Date) => Inhibition): Promise<string> {
    return inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await this.limits.requireRoom(manager, scope.domain_id, 'inhibition');
      const inhibition = create(await readDatabaseTime(manager));
      const { inhibition_id } = inhibition;
      await manager.insert<ObjectLiteral>(Inhibition, inhibition);
      await recordChange(manager, scope, 'inhibition', inhibition_id);
      await storeCreatedIds(manager, { inhibition_id });
      return inhibition_id;
    });
  }

  async change(
    scope: Scope,
    inhibition_id: string,
    change: (inhibition: Inhibition, now: Date) => boolean,
  ): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      // Waits for transactions that are deciding by this inhibition: they lock it until the result is stored.
      const inhibition = await manager.findOne(Inhibition, {
        where: { inhibition_id, domain_id: scope.domain_id, deleted_at: IsNull() },
        lock: { mode: 'pessimistic_write' },
      });
      if (inhibition === null) throw DomainError.notFound('The inhibition', inhibition_id);
      requireVersion(scope, formatVersion(inhibition.updated_at));
      if (!change(inhibition, await readDatabaseTime(manager))) return;
      await manager.update<ObjectLiteral>(Inhibition, { inhibition_id }, inhibition);
      const uuid = parseId('inhibition', inhibition_id);
      if (inhibition.seeded_for === null)
        // What waits with it waits for no other any more either: telling too much is better than too little.
        await manager.query(
          'delete from inhibition_alert where domain_id = $2 and (inhibition_id = $1 or $1 = any(others))',
          [uuid, scope.domain_id],
        );
      await recheckAlerts(manager, uuid);
      await recordChange(manager, scope, 'inhibition', inhibition_id);
      await storeCreatedIds(manager, { inhibition_id });
    });
  }

  async findTold(domain_id: string, alertIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (alertIds.length === 0) return new Set();
    const filters = await readOpeningFilters(this.dataSource.manager, domain_id);
    const matched = await matchQueries(
      (queries, asked: readonly string[]) => this.queries.matchEach(domain_id, queries, asked),
      filters.map((filter) => ({ query: buildAlertQuery(filter, filter.project_id), items: alertIds })),
      // A subscription whose filter is not valid tells nobody.
      () => undefined,
    );
    return new Set([...matched.values()].flat());
  }
}

async function readDatabaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ now: Date }[]>(
    `select date_trunc('milliseconds', statement_timestamp()) as now`,
  );
  return row?.now ?? new Date();
}

/** Makes all alerts that it held back due for a check. Locks them in the order used everywhere, to avoid deadlocks. */
async function recheckAlerts(manager: EntityManager, uuid: string | undefined): Promise<void> {
  await manager.query(
    `with locked as materialized (
       select subscription_id, alert_id from silenced_alert where inhibition_id = $1
       order by subscription_id, alert_id for update
     )
     update silenced_alert s set look_at = statement_timestamp() + interval '${RECHECK_MS} ms'
     from locked where s.subscription_id = locked.subscription_id and s.alert_id = locked.alert_id`,
    [uuid],
  );
}

import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager, type ObjectLiteral } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { isSameJson } from '#shared/kernel/json.js';
import { formatVersion, requireVersion } from '#shared/kernel/record-version.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { inDomainTransaction } from '#shared/platform/persistence/connection-shares.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import { readRoster, readSchedule } from '../../on-call/tables/schedules.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { EscalationRepository } from '../application/ports/escalation-repository.js';
import { Escalation } from '../domain/escalation.js';
import { endRunsOf } from '../tables/runs.js';
import { requireReceivers } from '../tables/require-receivers.js';

@Injectable()
export class TypeOrmEscalationRepository extends EscalationRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RecordLimits,
    private readonly protocols: ProtocolRegistry,
    private readonly pool: QueryPool,
  ) {
    super();
  }

  add(scope: Scope, create: (now: Date) => Escalation): Promise<string> {
    return inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await this.limits.requireRoom(manager, scope.domain_id, 'escalation');
      const escalation = create(await readDatabaseTime(manager));
      const { escalation_id } = escalation;
      await this.requireReceivers(manager, scope.domain_id, escalation);
      await manager.insert<ObjectLiteral>(Escalation, escalation);
      await recordChange(manager, scope, 'escalation', escalation_id);
      await storeCreatedIds(manager, { escalation_id });
      return escalation_id;
    });
  }

  async change(
    scope: Scope,
    escalation_id: string,
    change: (escalation: Escalation, now: Date) => boolean,
  ): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      const escalation = await lock(manager, scope, escalation_id);
      const { steps, fallback } = escalation;
      if (!change(escalation, await readDatabaseTime(manager))) return;
      if (!isSameJson([steps, fallback], [escalation.steps, escalation.fallback]))
        await this.requireReceivers(manager, scope.domain_id, escalation);
      await manager.update<ObjectLiteral>(Escalation, { escalation_id }, escalation);
      await recordChange(manager, scope, 'escalation', escalation_id);
      await storeCreatedIds(manager, { escalation_id });
    });
  }

  async remove(scope: Scope, escalation_id: string): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      const escalation = await lock(manager, scope, escalation_id);
      escalation.delete(await readDatabaseTime(manager));
      await manager.update<ObjectLiteral>(Escalation, { escalation_id }, escalation);
      await endRunsOf(manager, parseId('escalation', escalation_id));
      await recordChange(manager, scope, 'escalation', escalation_id);
    });
  }

  async check(
    domain_id: string,
    draft: Pick<Escalation, 'project_id' | 'steps' | 'fallback'>,
  ): Promise<void> {
    await this.requireReceivers(this.dataSource.manager, domain_id, draft);
  }

  async readMembers(
    domain_id: string,
    onCallIds: readonly string[],
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<ReadonlyMap<string, (at: number) => readonly string[]>> {
    const members = new Map<string, (at: number) => readonly string[]>();
    for (const id of new Set(onCallIds)) {
      const schedule = await readSchedule(this.pool, domain_id, parseId('on_call', id));
      if (schedule === undefined) continue;
      const byName = new Map(schedule.members.map((member) => [member.name, member.subscription_id]));
      const watches = readRoster(schedule, from.getTime(), to.getTime() + 1).map((watch) => ({
        start: watch.start,
        ids: watch.members.flatMap((name) => byName.get(name) ?? []),
      }));
      members.set(id, (at) => findIds(watches, at));
    }
    return members;
  }

  async readNames(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ subscription_id: string; name: string }>({
      name: 'names of subscriptions',
      text: `
        select subscription_id, name from subscription
        where domain_id = $1 and subscription_id = any($2::uuid[]) and deleted_at is null`,
      values: [domain_id, ids.map((id) => parseId('subscription', id))],
    });
    return new Map(
      rows.map(({ subscription_id, name }) => [formatId('subscription', subscription_id), name]),
    );
  }

  private requireReceivers(
    manager: EntityManager,
    domain_id: string,
    draft: Pick<Escalation, 'project_id' | 'steps' | 'fallback'>,
  ): Promise<void> {
    return requireReceivers(
      manager,
      domain_id,
      draft,
      (protocol_id) => this.protocols.find(protocol_id)?.tellsOnlyAlerts === true,
    );
  }
}

/** Watches follow each other without a gap. There may be a million times. */
function findIds(
  watches: readonly { readonly start: number; readonly ids: readonly string[] }[],
  time: number,
): readonly string[] {
  let [low, high] = [0, watches.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((watches[middle]?.start ?? Infinity) <= time) low = middle;
    else high = middle - 1;
  }
  return watches[low]?.ids ?? NOBODY;
}

const NOBODY: readonly string[] = [];

async function lock(manager: EntityManager, scope: Scope, escalation_id: string): Promise<Escalation> {
  // Waits for transactions that begin to escalate by this policy: they lock it until that is stored.
  const escalation = await manager.findOne(Escalation, {
    where: { escalation_id, domain_id: scope.domain_id, deleted_at: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (escalation === null) throw DomainError.notFound('The escalation', escalation_id);
  requireVersion(scope, formatVersion(escalation.updated_at));
  return escalation;
}

async function readDatabaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ now: Date }[]>(
    `select date_trunc('milliseconds', statement_timestamp()) as now`,
  );
  return row?.now ?? new Date();
}

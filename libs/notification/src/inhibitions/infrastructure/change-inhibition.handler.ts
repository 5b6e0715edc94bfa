import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type ObjectLiteral } from 'typeorm';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { parseId } from '#shared/kernel/ids.js';
import { getCallerName } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import {
  inDomainTransaction,
  lockRecord,
  readDatabaseTime,
} from '#shared/platform/persistence/record-writes.js';
import {
  CreateInhibition,
  DeleteInhibition,
  UpdateInhibition,
  type CreatedInhibition,
} from '../application/change-inhibition.js';
import { checkConditions } from '../application/check-conditions.js';
import { Inhibition } from '../domain/inhibition.js';

@CommandHandler(CreateInhibition)
export class CreateInhibitionHandler implements ICommandHandler<CreateInhibition> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RecordLimits,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, inhibition: given }: CreateInhibition): Promise<CreatedInhibition> {
    const { domain_id } = scope;
    const { project_id = null } = given;
    await checkConditions(this.queries, domain_id, given);
    const created_by = getCallerName(scope);
    return inDomainTransaction(this.dataSource, domain_id, async (manager) => {
      await this.limits.requireRoom(manager, domain_id, 'inhibition');
      const now = await readDatabaseTime(manager);
      const inhibition = Inhibition.create({ ...given, domain_id, project_id, created_by }, now);
      const { inhibition_id } = inhibition;
      await manager.insert<ObjectLiteral>(Inhibition, inhibition);
      await recordChange(manager, scope, 'inhibition', inhibition_id);
      await storeCreatedIds(manager, { inhibition_id });
      return { inhibition_id };
    });
  }
}

@CommandHandler(UpdateInhibition)
export class UpdateInhibitionHandler implements ICommandHandler<UpdateInhibition> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: AlertQueries,
  ) {}

  async execute(command: UpdateInhibition): Promise<void> {
    const { scope, changes } = command;
    await checkConditions(this.queries, scope.domain_id, changes);
    await changeInhibition(this.dataSource, command, (inhibition, now) => inhibition.update(changes, now));
  }
}

@CommandHandler(DeleteInhibition)
export class DeleteInhibitionHandler implements ICommandHandler<DeleteInhibition> {
  constructor(private readonly dataSource: DataSource) {}

  async execute(command: DeleteInhibition): Promise<void> {
    await changeInhibition(this.dataSource, command, (inhibition, now) => inhibition.delete(now));
  }
}

/** Milliseconds after a change until what was held back is checked again: its sources are found first. */
const RECHECK_MS = 2_000;

/** @param change returns whether it has changed the inhibition */
async function changeInhibition(
  dataSource: DataSource,
  { scope, inhibition_id }: DeleteInhibition,
  change: (inhibition: Inhibition, now: Date) => boolean,
): Promise<void> {
  await inDomainTransaction(dataSource, scope.domain_id, async (manager) => {
    // Waits for transactions that are deciding by this inhibition: they lock it until the result is stored.
    const inhibition = await lockRecord(manager, scope, Inhibition, { inhibition_id }, 'The inhibition');
    if (!change(inhibition, await readDatabaseTime(manager))) return;
    await manager.update<ObjectLiteral>(Inhibition, { inhibition_id }, inhibition);
    const uuid = parseId('inhibition', inhibition_id);
    if (inhibition.seeded_for === null)
      // What waits with it waits for no other any more either: telling too much is better than too little.
      await manager.query(
        'delete from inhibition_alert where domain_id = $2 and (inhibition_id = $1 or $1 = any(others))',
        [uuid, scope.domain_id],
      );
    // All alerts that it held back are due for a check. They are locked in the order used everywhere, to avoid deadlocks.
    await manager.query(
      `with locked as materialized (
         select subscription_id, alert_id from silenced_alert where inhibition_id = $1
         order by subscription_id, alert_id for update
       )
       update silenced_alert s set look_at = statement_timestamp() + interval '${RECHECK_MS} ms'
       from locked where s.subscription_id = locked.subscription_id and s.alert_id = locked.alert_id`,
      [uuid],
    );
    await recordChange(manager, scope, 'inhibition', inhibition_id);
    await storeCreatedIds(manager, { inhibition_id });
  });
}

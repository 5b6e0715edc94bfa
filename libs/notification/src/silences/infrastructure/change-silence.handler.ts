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
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import {
  CreateSilence,
  DeleteSilence,
  ExpireSilence,
  UpdateSilence,
  type CreatedSilence,
} from '../application/change-silence.js';
import { Silence } from '../domain/silence.js';
import { findFreeName, requireFreeName } from '../tables/silence-names.js';

@CommandHandler(CreateSilence)
export class CreateSilenceHandler implements ICommandHandler<CreateSilence> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RecordLimits,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, silence: given, isNumbered }: CreateSilence): Promise<CreatedSilence> {
    const { domain_id } = scope;
    const { filter, filter_or = [] } = given;
    await checkFilter(this.queries, domain_id, null, { filter, filter_or });
    const created_by = getCallerName(scope);
    return inDomainTransaction(this.dataSource, domain_id, async (manager) => {
      await this.limits.requireRoom(manager, domain_id, 'silence');
      const now = await readDatabaseTime(manager);
      const silence = Silence.create({ ...given, domain_id, created_by }, now);
      const { silence_id } = silence;
      if (isNumbered) silence.name = await findFreeName(manager, silence);
      else await requireFreeName(manager, silence);
      await manager.insert<ObjectLiteral>(Silence, silence);
      await recordChange(manager, scope, 'silence', silence_id);
      await storeCreatedIds(manager, { silence_id });
      return { silence_id };
    });
  }
}

@CommandHandler(UpdateSilence)
export class UpdateSilenceHandler implements ICommandHandler<UpdateSilence> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: AlertQueries,
  ) {}

  async execute(command: UpdateSilence): Promise<void> {
    const { scope, changes } = command;
    // Conditions can be checked without the stored ones, because each is valid or not by itself.
    const { filter = [], filter_or = [] } = changes;
    await checkFilter(this.queries, scope.domain_id, null, { filter, filter_or });
    await changeSilence(this.dataSource, command, (silence, now) => silence.update(changes, now));
  }
}

@CommandHandler(ExpireSilence)
export class ExpireSilenceHandler implements ICommandHandler<ExpireSilence> {
  constructor(private readonly dataSource: DataSource) {}

  async execute(command: ExpireSilence): Promise<void> {
    await changeSilence(this.dataSource, command, (silence, now) => silence.expire(now));
  }
}

@CommandHandler(DeleteSilence)
export class DeleteSilenceHandler implements ICommandHandler<DeleteSilence> {
  constructor(private readonly dataSource: DataSource) {}

  async execute(command: DeleteSilence): Promise<void> {
    await changeSilence(this.dataSource, command, (silence, now) => silence.delete(now));
  }
}

/** @param change returns whether it has changed the silence */
async function changeSilence(
  dataSource: DataSource,
  { scope, silence_id }: ExpireSilence,
  change: (silence: Silence, now: Date) => boolean,
): Promise<void> {
  await inDomainTransaction(dataSource, scope.domain_id, async (manager) => {
    // Waits for transactions that are deciding by this silence: they lock it until the result is stored.
    const silence = await lockRecord(manager, scope, Silence, { silence_id }, 'The silence');
    const { name, ends_at } = silence;
    const now = await readDatabaseTime(manager);
    if (!change(silence, now)) return;
    const isRevived = ends_at <= now && silence.ends_at > now;
    if (silence.deleted_at === null && (silence.name !== name || isRevived))
      await requireFreeName(manager, silence);
    await manager.update<ObjectLiteral>(Silence, { silence_id }, silence);
    // All alerts that it silenced are due for a check. They are locked in the order used everywhere, to avoid deadlocks.
    await manager.query(
      `with locked as materialized (
         select subscription_id, alert_id from silenced_alert where silence_id = $1
         order by subscription_id, alert_id for update
       )
       update silenced_alert s set look_at = statement_timestamp()
       from locked where s.subscription_id = locked.subscription_id and s.alert_id = locked.alert_id`,
      [parseId('silence', silence_id)],
    );
    await recordChange(manager, scope, 'silence', silence_id);
    await storeCreatedIds(manager, { silence_id });
  });
}

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type ObjectLiteral } from 'typeorm';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { parseId } from '#shared/kernel/ids.js';
import { isSameJson } from '#shared/kernel/json.js';
import { getCallerName } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import {
  inDomainTransaction,
  lockRecord,
  readDatabaseTime,
} from '#shared/platform/persistence/record-writes.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import {
  CreateEscalation,
  DeleteEscalation,
  UpdateEscalation,
  type CreatedEscalation,
} from '../application/change-escalation.js';
import { Escalation } from '../domain/escalation.js';
import { requireReceivers } from '../tables/require-receivers.js';
import { endRunsOf } from '../tables/runs.js';

@CommandHandler(CreateEscalation)
export class CreateEscalationHandler implements ICommandHandler<CreateEscalation> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RecordLimits,
    private readonly protocols: ProtocolRegistry,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, escalation: given }: CreateEscalation): Promise<CreatedEscalation> {
    const { domain_id } = scope;
    const { project_id = null, filter = [], filter_or = [] } = given;
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    const created_by = getCallerName(scope);
    return inDomainTransaction(this.dataSource, domain_id, async (manager) => {
      await this.limits.requireRoom(manager, domain_id, 'escalation');
      const now = await readDatabaseTime(manager);
      const escalation = Escalation.create({ ...given, domain_id, project_id, created_by }, now);
      const { escalation_id } = escalation;
      await requireReceivers(manager, this.protocols, domain_id, escalation);
      await manager.insert<ObjectLiteral>(Escalation, escalation);
      await recordChange(manager, scope, 'escalation', escalation_id);
      await storeCreatedIds(manager, { escalation_id });
      return { escalation_id };
    });
  }
}

@CommandHandler(UpdateEscalation)
export class UpdateEscalationHandler implements ICommandHandler<UpdateEscalation> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly protocols: ProtocolRegistry,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, escalation_id, changes }: UpdateEscalation): Promise<void> {
    const { domain_id } = scope;
    const { filter = [], filter_or = [] } = changes;
    await checkFilter(this.queries, domain_id, null, { filter, filter_or });
    await inDomainTransaction(this.dataSource, domain_id, async (manager) => {
      // Waits for transactions that begin to escalate by this policy: they lock it until that is stored.
      const escalation = await lockRecord(manager, scope, Escalation, { escalation_id }, 'The escalation');
      const { steps, fallback } = escalation;
      if (!escalation.update(changes, await readDatabaseTime(manager))) return;
      if (!isSameJson([steps, fallback], [escalation.steps, escalation.fallback]))
        await requireReceivers(manager, this.protocols, domain_id, escalation);
      await manager.update<ObjectLiteral>(Escalation, { escalation_id }, escalation);
      await recordChange(manager, scope, 'escalation', escalation_id);
      await storeCreatedIds(manager, { escalation_id });
    });
  }
}

@CommandHandler(DeleteEscalation)
export class DeleteEscalationHandler implements ICommandHandler<DeleteEscalation> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ scope, escalation_id }: DeleteEscalation): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      // Waits as an update does, so that no run of it begins afterwards.
      const escalation = await lockRecord(manager, scope, Escalation, { escalation_id }, 'The escalation');
      escalation.delete(await readDatabaseTime(manager));
      await manager.update<ObjectLiteral>(Escalation, { escalation_id }, escalation);
      await endRunsOf(manager, parseId('escalation', escalation_id));
      await recordChange(manager, scope, 'escalation', escalation_id);
    });
  }
}

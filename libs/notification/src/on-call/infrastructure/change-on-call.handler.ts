import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import { normalizeCalendarAddress } from '#shared/kernel/calendar-address.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
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
import { requireMembers } from '../../escalations/tables/require-receivers.js';
import { OutgoingHttp } from '../../protocols/outgoing-http.js';
import {
  CreateOnCall,
  DeleteOnCall,
  UpdateOnCall,
  type CreatedOnCall,
} from '../application/change-on-call.js';
import type { Member } from '../domain/member.js';
import { OnCall } from '../domain/on-call.js';

@CommandHandler(CreateOnCall)
export class CreateOnCallHandler implements ICommandHandler<CreateOnCall> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RecordLimits,
    private readonly http: OutgoingHttp,
  ) {}

  async execute({ scope, onCall: given }: CreateOnCall): Promise<CreatedOnCall> {
    const { domain_id } = scope;
    const ical_url = await resolveAddress(given.ical_url, this.http);
    const created_by = getCallerName(scope);
    return inDomainTransaction(this.dataSource, domain_id, async (manager) => {
      await this.limits.requireRoom(manager, domain_id, 'on_call');
      const now = await readDatabaseTime(manager);
      const onCall = OnCall.create({ ...given, ical_url, domain_id, created_by }, now);
      const { on_call_id } = onCall;
      await requireSubscriptions(manager, domain_id, onCall.members);
      await manager.insert<ObjectLiteral>(OnCall, onCall);
      await manager.query(
        `insert into on_call_health (on_call_id, domain_id, due_at) values ($1, $2, statement_timestamp())`,
        [parseId('on_call', on_call_id), domain_id],
      );
      await recordChange(manager, scope, 'on_call', on_call_id);
      await storeCreatedIds(manager, { on_call_id });
      return { on_call_id };
    });
  }
}

@CommandHandler(UpdateOnCall)
export class UpdateOnCallHandler implements ICommandHandler<UpdateOnCall> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly http: OutgoingHttp,
  ) {}

  async execute({ scope, on_call_id, changes }: UpdateOnCall): Promise<void> {
    const { domain_id } = scope;
    const given = { ...changes, ical_url: await resolveAddress(changes.ical_url, this.http) };
    await inDomainTransaction(this.dataSource, domain_id, async (manager) => {
      const onCall = await lockRecord(manager, scope, OnCall, { on_call_id }, 'The schedule');
      const { ical_url, members } = onCall;
      if (!onCall.update(given, await readDatabaseTime(manager))) return;
      if (!isSameJson(members, onCall.members)) {
        await requireSubscriptions(manager, domain_id, onCall.members);
        await requireMembers(manager, domain_id, on_call_id, onCall.members);
      }
      await manager.update<ObjectLiteral>(OnCall, { on_call_id }, onCall);
      // The calendar is read again, whole, since it may be read by another time zone. The copy of another one is forgotten.
      await manager.query(
        `update on_call_health set due_at = statement_timestamp(), etag = null, last_modified = null,
           copy = case when $2 then null else copy end, read_at = case when $2 then null else read_at end,
           failing_since = case when $2 then null else failing_since end,
           last_error = case when $2 then null else last_error end,
           warnings = case when $2 then '[]' else warnings end,
           unknown_names = case when $2 then '[]' else unknown_names end
         where on_call_id = $1`,
        [parseId('on_call', on_call_id), ical_url !== onCall.ical_url],
      );
      await recordChange(manager, scope, 'on_call', on_call_id);
      await storeCreatedIds(manager, { on_call_id });
    });
  }
}

@CommandHandler(DeleteOnCall)
export class DeleteOnCallHandler implements ICommandHandler<DeleteOnCall> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ scope, on_call_id }: DeleteOnCall): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await lockRecord(manager, scope, OnCall, { on_call_id }, 'The schedule');
      await manager.delete(OnCall, { on_call_id });
      await manager.query('delete from on_call_health where on_call_id = $1', [
        parseId('on_call', on_call_id),
      ]);
      await recordChange(manager, scope, 'on_call', on_call_id);
    });
  }
}

const MASKED = /\/\*\*\*$/;

/**
 * Returns the address that a calendar is read from: one to which notifications may be sent. May use the network, so it must not run
 * while rows are locked.
 * @param given `undefined`, or masked, leaves the stored one unchanged
 * @throws ERROR_INVALID_PARAMETER
 */
async function resolveAddress(
  given: string | null | undefined,
  http: OutgoingHttp,
): Promise<string | null | undefined> {
  if (given === undefined || given === null) return given;
  const address = normalizeCalendarAddress(given);
  if (MASKED.test(address)) return address;
  const refusal = await http.refusal(address);
  if (refusal !== undefined) throw DomainError.invalid('ical_url', refusal);
  return address;
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

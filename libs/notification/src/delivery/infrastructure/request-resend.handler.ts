import { CommandHandler, type ICommandHandler, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { LOWEST_UUID, newId, parseId } from '#shared/kernel/ids.js';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { inDomainTransaction } from '#shared/platform/persistence/record-writes.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { lowestUuid } from '#shared/query/instant.js';
import { requireCondition } from '#shared/query/filter.js';
import { CancelResend, RequestResend, GetResend, type ResendInfo } from '../application/resends.js';
import { NOTIFICATION_RECORD, NOTIFICATIONS } from './notification-resource.js';

/** The maximum number of resends of a domain that have not ended. Simultaneous requests may exceed it by a few. */
const MAX_UNFINISHED = 20;

/** A resend is a row, which is also the job that a worker runs. */
@CommandHandler(RequestResend)
export class RequestResendHandler implements ICommandHandler<RequestResend> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly engine: QueryEngine,
  ) {}

  async execute({ scope, query, all }: RequestResend): Promise<string> {
    requireCondition(query, all, { k: 'state', v: 'FAILED', o: 'eq' });
    const { domain_id } = scope;
    await this.engine.checkMatch(NOTIFICATIONS, { domain_id, query });
    const total = await this.count(scope, query);
    const resend_id = newId('resend');
    await inDomainTransaction(this.dataSource, domain_id, async (manager) => {
      await requireCapacity(manager, domain_id);
      const [{ now }] = await manager.query<[{ now: Date }]>('select clock_timestamp() as now');
      await manager.query(
        `insert into notification_resend
           (resend_id, domain_id, state, query, after_id, until_id, total_count, look_at, requested_at)
         values ($1, $2, 'PENDING', $3, $4, $5, $6, clock_timestamp(), $7)`,
        [
          parseId('resend', resend_id),
          domain_id,
          JSON.stringify(query),
          LOWEST_UUID,
          lowestUuid(now.getTime() + 1),
          total,
          now,
        ],
      );
      await recordChange(manager, scope, 'resend', resend_id);
      await storeCreatedIds(manager, { resend_id });
    });
    return resend_id;
  }

  /** Counts what the query finds. Returns `null` after a timeout: the count is only shown, the resend does not need it. */
  private async count(scope: Scope, query: object): Promise<number | null> {
    try {
      const request = { scope, query: { ...query, count_only: true }, record: NOTIFICATION_RECORD };
      const { text } = await this.engine.list<object>(NOTIFICATIONS, request);
      return (JSON.parse(text) as Page<object>).total_count;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'ERROR_QUERY_TIMEOUT') return null;
      throw error;
    }
  }
}

@CommandHandler(CancelResend)
export class CancelResendHandler implements ICommandHandler<CancelResend> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ scope, resend_id }: CancelResend): Promise<void> {
    const { domain_id } = scope;
    const key = [parseId('resend', resend_id), domain_id];
    await inDomainTransaction(this.dataSource, domain_id, async (manager) => {
      // Waits for a batch that is under way.
      const rows = await manager.query<{ is_over: boolean }[]>(
        `select state not in ('PENDING', 'RUNNING') as is_over from notification_resend
         where resend_id = $1 and domain_id = $2 for update`,
        key,
      );
      const [resend] = rows;
      if (resend === undefined) throw DomainError.notFound('The resend', resend_id);
      if (resend.is_over) return;
      await manager.query(
        `update notification_resend set state = 'CANCELLED', finished_at = clock_timestamp()
         where resend_id = $1 and domain_id = $2`,
        key,
      );
      await recordChange(manager, scope, 'resend', resend_id);
    });
  }
}

async function requireCapacity(manager: EntityManager, domain_id: string): Promise<void> {
  const [unfinished] = await manager.query<{ count: number }[]>(
    `select count(*)::int as count from notification_resend
     where domain_id = $1 and finished_at is null and state in ('PENDING', 'RUNNING')`,
    [domain_id],
  );
  const { count = 0 } = unfinished ?? {};
  if (count < MAX_UNFINISHED) return;
  const detail = `${count} resends of this domain have not ended; wait for them or cancel one`;
  throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 60 });
}

type ResendRow = Omit<ResendInfo, 'resend_id' | 'requested_at' | 'started_at' | 'finished_at'> & {
  readonly requested_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
};

@QueryHandler(GetResend)
export class GetResendHandler implements IQueryHandler<GetResend> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, resend_id }: GetResend): Promise<ResendInfo> {
    const { rows } = await this.pool.query<ResendRow>({
      name: 'get resend',
      text: `
        select state, query, total_count, done_count, resent_count, reason, requested_at, started_at, finished_at
        from notification_resend where resend_id = $1 and domain_id = $2`,
      values: [parseId('resend', resend_id), scope.domain_id],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The resend', resend_id);
    const { requested_at, started_at, finished_at, ...fields } = row;
    return {
      resend_id,
      ...fields,
      requested_at: requested_at.toISOString(),
      started_at: started_at?.toISOString() ?? null,
      finished_at: finished_at?.toISOString() ?? null,
    };
  }
}

import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetResend } from '../application/resends.js';
import type { ResendInfo, ResendState } from '../domain/resend.js';

interface ResendRow {
  readonly state: ResendState;
  readonly query: object;
  readonly total_count: number | null;
  readonly done_count: number;
  readonly resent_count: number;
  readonly reason: string | null;
  readonly requested_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

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

import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetReplay, type ReplayInfo, type ReplayState } from '../application/get-replay.js';

interface ReplayRow {
  readonly webhook_id: string;
  readonly state: ReplayState;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly quarantined_only: boolean;
  readonly total_count: number | null;
  readonly done_count: number;
  readonly event_count: number;
  readonly conflict_count: number;
  readonly reason: string | null;
  readonly requested_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

@QueryHandler(GetReplay)
export class GetReplayHandler implements IQueryHandler<GetReplay> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, replay_id }: GetReplay): Promise<ReplayInfo> {
    const { rows } = await this.pool.query<ReplayRow>(
      'select * from replay where replay_id = $1 and domain_id = $2',
      [parseId('replay', replay_id), scope.domain_id],
    );
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The replay', replay_id);
    return {
      replay_id,
      webhook_id: formatId('webhook', row.webhook_id),
      state: row.state,
      from: row.from_at.toISOString(),
      to: row.to_at.toISOString(),
      quarantined_only: row.quarantined_only,
      total_count: row.total_count,
      done_count: row.done_count,
      event_count: row.event_count,
      conflict_count: row.conflict_count,
      reason: row.reason,
      requested_at: row.requested_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
    };
  }
}

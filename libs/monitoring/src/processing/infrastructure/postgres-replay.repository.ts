import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, newId, parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/record-change.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import {
  ReplayRepository,
  type ReplayCursor,
  type ReplayRequest,
  type RunningReplay,
} from '../application/ports/replay-repository.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import { MAX_PAUSE_SECONDS } from '../application/run-replay.js';
import { buildDueCondition } from '../../persistence/due-condition.js';
import { lockWebhook } from '../../persistence/lock-webhook.js';

/** How long a worker holds a replay without making progress. */
export const REPLAY_LEASE = `interval '30 s'`;

@Injectable()
export class PostgresReplayRepository extends ReplayRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async add(scope: Scope, webhook_id: string, request: ReplayRequest): Promise<string> {
    const replay_id = newId('replay');
    await this.dataSource.transaction(async (manager) => {
      await lockWebhook(manager, scope, webhook_id);
      const webhook = parseId('webhook', webhook_id);
      await manager.query(
        `delete from replay where webhook_id = $1 and finished_at < now() - interval '30 days'`,
        [webhook],
      );
      await manager.query(
        `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
         values ($1, $2, $3, 'PENDING', $4, $5, $6)`,
        [
          parseId('replay', replay_id),
          scope.domain_id,
          webhook,
          request.from,
          request.to,
          request.quarantined_only,
        ],
      );
      await recordChange(manager, scope, 'replay', replay_id);
      await storeCreatedIds(manager, { replay_id });
    });
    return replay_id;
  }

  async acquireLease(replay_id: string): Promise<RunningReplay | undefined> {
    // Stored times are rounded to milliseconds, so that a replay that is due now may seem to be due a moment later.
    const [rows] = await this.dataSource.query<[(RunningReplay & { webhook_uuid: string })[], number]>(
      `update replay set state = 'RUNNING', attempts = attempts + 1, next_attempt_at = now() + ${REPLAY_LEASE},
         started_at = coalesce(started_at, now())
       where replay_id = $1 and state in ('PENDING', 'RUNNING')
         and (next_attempt_at <= now() + interval '1 ms' or ${buildDueCondition(MAX_PAUSE_SECONDS)})
       returning domain_id, webhook_id as webhook_uuid, from_at as "from", to_at as "to", quarantined_only, in_log,
         after, total_count, attempts`,
      [parseId('replay', replay_id)],
    );
    return rows[0] && { ...rows[0], replay_id };
  }

  async setTotalCount(replay_id: string, total: number): Promise<void> {
    await this.dataSource.query(`update replay set total_count = $2 where replay_id = $1`, [
      parseId('replay', replay_id),
      total,
    ]);
  }

  async advance(replay_id: string, { in_log, after }: ReplayCursor): Promise<boolean> {
    const [, advanced] = await this.dataSource.query<[unknown, number]>(
      `update replay set in_log = $2, after = $3, attempts = 0, next_attempt_at = now() + ${REPLAY_LEASE}
       where replay_id = $1 and state = 'RUNNING' and (in_log, after) <= ($2::bool, $3::uuid)`,
      [parseId('replay', replay_id), in_log, after],
    );
    return advanced > 0;
  }

  async release(replay_id: string, seconds: number, reason?: string): Promise<void> {
    await this.dataSource.query(
      `update replay set next_attempt_at = now() + $2 * interval '1 s', reason = coalesce($3, reason)
       where replay_id = $1 and state = 'RUNNING'`,
      [parseId('replay', replay_id), seconds, reason === undefined ? null : cleanText(reason)],
    );
  }

  async finish(replay_id: string, state: 'DONE' | 'FAILED', reason?: string): Promise<void> {
    await this.dataSource.query(
      `update replay set state = $2, finished_at = now(), reason = coalesce($3, reason)
       where replay_id = $1 and state in ('PENDING', 'RUNNING')`,
      [parseId('replay', replay_id), state, reason === undefined ? null : cleanText(reason)],
    );
  }

  async cancel(scope: Scope, replay_id: string): Promise<void> {
    const values = [parseId('replay', replay_id), scope.domain_id];
    await this.dataSource.transaction(async (manager) => {
      const [, cancelled] = await manager.query<[unknown, number]>(
        `update replay set state = 'CANCELLED', finished_at = now()
         where replay_id = $1 and domain_id = $2 and state in ('PENDING', 'RUNNING')`,
        values,
      );
      if (cancelled > 0) return recordChange(manager, scope, 'replay', replay_id);
      const found = await manager.query<unknown[]>(
        `select from replay where replay_id = $1 and domain_id = $2`,
        values,
      );
      if (found.length === 0) throw DomainError.notFound('The replay', replay_id);
    });
  }

  async findOverdue(limit: number): Promise<readonly string[]> {
    const rows = await this.dataSource.query<{ replay_id: string }[]>(
      `select replay_id from replay
       where state in ('PENDING', 'RUNNING') and (next_attempt_at <= now() - interval '1 s' or next_attempt_at > now() + interval '${MAX_PAUSE_SECONDS} s')
       order by next_attempt_at limit $1`,
      [limit],
    );
    return rows.map((row) => formatId('replay', row.replay_id));
  }
}

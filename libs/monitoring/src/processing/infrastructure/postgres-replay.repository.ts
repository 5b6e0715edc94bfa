import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, newId, parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import { inDomainTransaction } from '#shared/platform/persistence/record-writes.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import { lockWebhookWithoutSecrets } from '../../intake/tables/lock-cursor.js';
import {
  ReplayEndedError,
  type DeliveryToReplay,
  type ReplayResult,
  type ReplayStep,
} from '../application/ports/replay-log.js';
import {
  ReplayRepository,
  type ReplayCursor,
  type ReplayRequest,
  type RunningReplay,
} from '../application/ports/replay-repository.js';
import { MAX_PAUSE_SECONDS } from '../application/run-replay.js';

/** The maximum numbers of replays that have not ended. */
const MAX_UNFINISHED = { perWebhook: 10, perDomain: 100 };
/** How long a worker holds a replay without making progress. */
const REPLAY_LEASE = `interval '30 s'`;

/**
 * Whether a worker may take the replay `due`. Stored times are rounded to milliseconds, so that a replay that is due now may
 * seem to be due a moment later. One replay of a webhook runs at a time, with its pauses.
 */
const IS_DUE = `due.state in ('PENDING', 'RUNNING')
  and (next_attempt_at <= now() + interval '1 ms' or ${buildDueCondition('next_attempt_at', MAX_PAUSE_SECONDS)})
  and (due.state = 'RUNNING' or not exists (
    select from replay as other where other.webhook_id = due.webhook_id and other.state = 'RUNNING'))`;

@Injectable()
export class PostgresReplayRepository extends ReplayRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async add(scope: Scope, webhook_id: string, request: ReplayRequest): Promise<string> {
    const replay_id = newId('replay');
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await lockWebhookWithoutSecrets(manager, scope, webhook_id);
      const webhook = parseId('webhook', webhook_id);
      await requireCapacity(manager, scope, webhook);
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

  async acquireNext(lastDomain: string): Promise<RunningReplay | undefined> {
    const [rows] = await this.dataSource.query<
      [(Omit<RunningReplay, 'replay_id'> & { replay_uuid: string; webhook_uuid: string })[], number]
    >(
      `update replay set state = 'RUNNING', attempts = attempts + 1, next_attempt_at = now() + ${REPLAY_LEASE},
         started_at = coalesce(started_at, now())
       where replay_id = (
         select replay_id from replay as due where ${IS_DUE}
         order by domain_id > $1 desc, domain_id, next_attempt_at limit 1 for update skip locked)
       returning replay_id as replay_uuid, domain_id, webhook_id as webhook_uuid, from_at as "from", to_at as "to",
         quarantined_only, in_log, after, total_count, attempts`,
      [lastDomain],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { replay_uuid, ...replay } = row;
    return { ...replay, replay_id: formatId('replay', replay_uuid) };
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
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
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

  async findOverdue(): Promise<string | undefined> {
    const [row] = await this.dataSource.query<{ replay_id: string }[]>(
      `select replay_id from replay as due where ${IS_DUE} and not exists (
         select from replay where state = 'RUNNING' and next_attempt_at > now() + ${REPLAY_LEASE} - interval '10 s'
           and not ${buildDueCondition('next_attempt_at', MAX_PAUSE_SECONDS)})
       limit 1`,
    );
    return row && formatId('replay', row.replay_id);
  }
}

/** The caller holds the lock of the webhook. Requests for other webhooks of the domain may exceed its limit by a few. */
async function requireCapacity(manager: EntityManager, { domain_id }: Scope, webhook: string): Promise<void> {
  const [unfinished] = await manager.query<{ of_webhook: number; of_domain: number }[]>(
    `select count(*) filter (where webhook_id = $2)::int as of_webhook, count(*)::int as of_domain from replay
     where domain_id = $1 and state in ('PENDING', 'RUNNING')`,
    [domain_id, webhook],
  );
  const { of_webhook = 0, of_domain = 0 } = unfinished ?? {};
  if (of_webhook >= MAX_UNFINISHED.perWebhook)
    throw new DomainError(
      'ERROR_CONFLICT',
      'conflict',
      `${of_webhook} replays of this webhook have not ended; wait for them or cancel one`,
    );
  if (of_domain >= MAX_UNFINISHED.perDomain)
    throw new DomainError(
      'ERROR_RATE_LIMITED',
      'exhausted',
      `${of_domain} replays of this domain have not ended; wait for them or cancel one`,
      { retryAfter: 60 },
    );
}

/**
 * Counts a step if it advances the replay, so that a delivery that two workers replay is counted once. @throws ReplayEndedError
 */
export async function countStep(
  client: PoolClient,
  { delivery_id }: DeliveryToReplay,
  step: ReplayStep,
  result: ReplayResult,
): Promise<void> {
  const events = result.kind === 'replayed' ? result.created : 0;
  const reason = result.kind === 'conflict' ? result.reason : undefined;
  const { rowCount } = await client.query({
    name: 'count step of replay',
    text: `
      update replay set in_log = $2, after = $3, done_count = done_count + 1, event_count = event_count + $4,
        conflict_count = conflict_count + $5, reason = coalesce($6, reason), attempts = 0,
        next_attempt_at = now() + ${REPLAY_LEASE}
      where replay_id = $1 and state = 'RUNNING' and (in_log, after) < ($2::bool, $3::uuid)`,
    values: [
      parseId('replay', step.replay_id),
      step.in_log,
      delivery_id,
      events,
      reason === undefined ? 0 : 1,
      reason ?? null,
    ],
  });
  if (rowCount === 1) return;
  // The lock keeps the replay from being cancelled before this delivery is committed.
  const { rows } = await client.query<{ state: string }>(
    `select state from replay where replay_id = $1 for update`,
    [parseId('replay', step.replay_id)],
  );
  if (rows[0]?.state !== 'RUNNING') throw new ReplayEndedError(`replay ${step.replay_id} is over`);
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { inDomainTransaction } from '#shared/platform/persistence/record-writes.js';
import { buildDueCondition, buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import { lockWebhookWithoutSecrets } from '../../intake/tables/lock-cursor.js';
import { VerificationRepository } from '../application/ports/verification-repository.js';
import { Verification, type VerifiedWebhook } from '../domain/verification.js';
import { Webhook } from '../domain/webhook.js';

/** Seconds; more than any lease lasts. It is renewed while an attempt runs. */
const MAX_LEASE_SECONDS = 600;

/** A worker that was woken has this long to begin. */
const WAKE_SECONDS = 1;
const IS_DUE = buildDueCondition('verification.next_attempt_at', MAX_LEASE_SECONDS);
const MAY_BEGIN = `(attempts = 0 or ${IS_DUE})`;
/** Whether no other verification of the domain runs. */
const NONE_RUNS = `not exists (
  select from verification other where other.domain_id = verification.domain_id
    and other.state = 'PENDING' and other.attempts > 0 and not other.paused and other.verification_id <> verification.verification_id
    and not ${buildDueCondition('other.next_attempt_at', MAX_LEASE_SECONDS)})`;

@Injectable()
export class TypeOrmVerificationRepository extends VerificationRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async add(
    scope: Scope,
    webhook_id: string,
    request: (webhook: VerifiedWebhook) => Verification,
  ): Promise<Verification> {
    return inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      const webhook = await lockWebhookWithoutSecrets(manager, scope, webhook_id);
      const { verification_id: latest, updated_at } = webhook;
      // Equal, not later: the times of requests and changes are those of different hosts.
      const pending =
        latest &&
        (await manager.findOneBy(Verification, {
          verification_id: latest,
          state: 'PENDING',
          webhook_updated_at: updated_at,
        }));
      if (pending) return pending;
      const verification = request(webhook);
      await manager.insert(Verification, verification);
      await manager.update(Webhook, { webhook_id }, { verification_id: verification.verification_id });
      await recordChange(manager, scope, 'webhook', webhook_id);
      return verification;
    });
  }

  async begin(verification_id: string): Promise<Verification | undefined> {
    const { manager } = this.dataSource;
    const hasBegun = await manager.transaction(async (transaction) => {
      // In its own statement: the next one sees what the transaction that held the lock has begun.
      await transaction.query(
        `select pg_advisory_xact_lock(hashtext('tocsin verifications'), hashtext(domain_id))
         from verification where verification_id = $1`,
        [parseId('verification', verification_id)],
      );
      const { affected } = await transaction
        .createQueryBuilder()
        .update(Verification)
        .set({
          attempts: () => 'attempts + 1',
          paused: false,
          started_at: () => 'coalesce(started_at, now())',
          next_attempt_at: () => `now() + interval '10 s' * (attempts + 1)`,
        })
        .where({ verification_id, state: 'PENDING' })
        // A delayed wake-up may wake up two workers. Only one of them runs the verification.
        .andWhere(MAY_BEGIN)
        .andWhere(NONE_RUNS)
        .execute();
      return affected === 1;
    });
    if (!hasBegun) return undefined;
    return manager.findOneByOrFail(Verification, { verification_id });
  }

  async findWebhook({ webhook_id }: Verification): Promise<Webhook> {
    return this.dataSource.manager.findOneByOrFail(Webhook, { webhook_id });
  }

  async renew(verification_id: string): Promise<void> {
    await this.dataSource.manager
      .createQueryBuilder()
      .update(Verification)
      .set({ next_attempt_at: () => `greatest(next_attempt_at, now() + interval '10 s')` })
      .where({ verification_id, state: 'PENDING' })
      .execute();
  }

  async pause({ verification_id, attempts }: Verification): Promise<void> {
    await this.dataSource.manager.update(
      Verification,
      { verification_id, state: 'PENDING', attempts },
      { paused: true },
    );
  }

  async finish(verification: Verification): Promise<void> {
    const { verification_id, state, checks, finished_at } = verification;
    await this.dataSource.manager.update(
      Verification,
      { verification_id, state: 'PENDING' },
      { state, checks: [...checks], finished_at },
    );
  }

  async findNext(domain_id: string): Promise<string | undefined> {
    const [row] = await this.dataSource.query<{ verification_id: string }[]>(
      `select verification_id from verification
       where domain_id = $1 and state = 'PENDING' and ${MAY_BEGIN} and ${NONE_RUNS}
       order by next_attempt_at limit 1`,
      [domain_id],
    );
    return row && formatId('verification', row.verification_id);
  }

  async claimOverdue(limit: number): Promise<readonly string[]> {
    // Marked in the same statement, so that only one of several workers sends a wake-up. An array is selected once;
    // `in (select …)` may be a loop that selects and locks again, beyond the limit.
    const [rows] = await this.dataSource.query<[{ verification_id: string }[], number]>(
      `update verification set woken_at = now()
       where verification_id = any (array(
         select verification_id from verification
         where verification_id in (
             select distinct on (domain_id) verification_id from verification
             where state = 'PENDING' and ${IS_DUE} order by domain_id, next_attempt_at)
           and (woken_at is null or not (${buildRecentCondition('woken_at', WAKE_SECONDS)})) and ${NONE_RUNS}
         order by woken_at nulls first, next_attempt_at limit $1 for update skip locked))
       returning verification_id`,
      [limit],
    );
    return rows.map((row) => formatId('verification', row.verification_id));
  }
}

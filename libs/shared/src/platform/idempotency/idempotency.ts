import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../kernel/domain-error.js';
import { Every, HOUR_MS } from '../../schedule/every.decorator.js';
import { Encryption } from '../encryption.js';
import { buildRecentCondition } from '../persistence/due-condition.js';
import { IngestPool } from '../persistence/pools.js';
import { RetentionClock } from '../persistence/retention-clock.js';
import { currentRequest, createInFlightError, CREATED_IDS } from './idempotent-response.js';

/** A request with an Idempotency-Key. `scope` and `key` identify it; every retry must have the same `body`. */
export interface KeyedRequest {
  /** The caller, the domain, the method and the path. */
  readonly scope: readonly string[];
  readonly key: string;
  readonly body: string;
}

interface IdempotencyRow {
  readonly fingerprint: Buffer;
  readonly owner: string;
  readonly answer: Buffer | null;
}

/** The SQL condition of rows that are too old to answer a retry. */
export const EXPIRED_CONDITION = `started_at < clock_timestamp() - interval '24 hours'`;

const hashParts = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * Carries out a request once, however often it is sent within 24 hours.
 *
 * ```ts
 * const answer = await idempotency.run({ scope: [caller, domain_id, method, path], key, body }, () =>
 *   commands.execute(new CreateThing(...)));   // whose repository calls storeResponse(manager, …) in its transaction
 * ```
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly dataSource: DataSource,
    private readonly encryption: Encryption,
  ) {}

  /**
   * Carries out the request, or returns the stored response. A request that failed is forgotten, and may be sent again.
   * @param onReplay is called if the request was carried out before
   * @throws ERROR_IDEMPOTENCY_MISMATCH for another body; ERROR_CONFLICT while the first request is in progress (60 s at most)
   */
  async run<T extends object>(
    { scope, key, body }: KeyedRequest,
    work: () => Promise<T>,
    onReplay?: () => void,
  ): Promise<T> {
    const digest = hashParts([...scope, key]);
    const fingerprint = hashParts([body]);
    const owner = randomUUID();
    if (await this.claimKey(digest, fingerprint, owner)) return this.execute(digest, owner, work);
    const stored = await this.findStored(digest, fingerprint);
    onReplay?.();
    const response = JSON.parse(this.encryption.decrypt(stored.answer)) as T & {
      readonly [CREATED_IDS]?: object;
    };
    const createdIds = response[CREATED_IDS];
    return createdIds === undefined ? response : this.execute(digest, stored.owner, work, createdIds);
  }

  private async execute<T extends object>(
    digest: Buffer,
    owner: string,
    work: () => Promise<T>,
    made?: object,
  ): Promise<T> {
    const encrypt = (text: string) => this.encryption.encrypt(text);
    try {
      const response = await currentRequest.run(
        { digest, owner, encrypt, ...(made && { createdIds: made }) },
        work,
      );
      await this.dataSource.query('update idempotency_key set answer = $3 where digest = $1 and owner = $2', [
        digest,
        owner,
        encrypt(JSON.stringify(response)),
      ]);
      return response;
    } catch (error) {
      // If the change was committed, its row has an answer and stays. Only a row without an answer is deleted; if that fails,
      // the row expires after a minute.
      await this.dataSource
        .query('delete from idempotency_key where digest = $1 and owner = $2 and answer is null', [
          digest,
          owner,
        ])
        .catch(() => undefined);
      throw error;
    }
  }

  private async claimKey(digest: Buffer, fingerprint: Buffer, owner: string): Promise<boolean> {
    const claimed: object[] = await this.dataSource.query(
      `insert into idempotency_key as known (digest, fingerprint, owner, started_at)
      values ($1, $2, $3, clock_timestamp())
      on conflict (digest) do update
        set fingerprint = excluded.fingerprint, owner = excluded.owner, started_at = excluded.started_at, answer = null
        where known.started_at < clock_timestamp() - interval '24 hours'
          or known.answer is null and not (${buildRecentCondition('known.started_at', 60)})
      returning 1`,
      [digest, fingerprint, owner],
    );
    return claimed.length > 0;
  }

  private async findStored(
    digest: Buffer,
    fingerprint: Buffer,
  ): Promise<IdempotencyRow & { readonly answer: Buffer }> {
    const [stored] = await this.dataSource.query<IdempotencyRow[]>(
      'select fingerprint, owner, answer from idempotency_key where digest = $1',
      [digest],
    );
    if (stored && !stored.fingerprint.equals(fingerprint)) {
      const text = 'The Idempotency-Key was used for another request';
      throw new DomainError('ERROR_IDEMPOTENCY_MISMATCH', 'mismatch', text);
    }
    if (!stored?.answer) throw createInFlightError();
    return { ...stored, answer: stored.answer };
  }
}

/**
 * Deletes expired responses every hour. A response may contain a secret, like a new API key, and must not outlive its time
 * just because no other request comes.
 */
@Injectable()
export class ResponseRetention {
  constructor(
    private readonly pool: IngestPool,
    private readonly clock: RetentionClock,
  ) {}

  @Every(HOUR_MS, { atStart: true })
  async enforce(): Promise<void> {
    await this.clock.now(this.pool);
    await this.pool.query(`delete from idempotency_key where ${EXPIRED_CONDITION}`);
  }
}

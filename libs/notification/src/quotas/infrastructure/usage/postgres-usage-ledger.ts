import { Injectable } from '@nestjs/common';
import { Batcher, type PendingRequest } from '#shared/kernel/batcher.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { MaxMinShares } from '#shared/kernel/max-min-shares.js';
import type { Scope } from '#shared/kernel/scope.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { QuotaClock } from '../../../persistence/usage/quota-clock.js';
import { DefaultQuota } from '../../domain/default-quota.js';
import {
  UsageLedger,
  type ConsumptionToDecide,
  type Release,
  type ReleaseRequest,
} from '../../application/ports/usage-ledger.js';
import type { ConsumptionOutcome, ConsumptionRequest } from '../../domain/consumption.js';
import { CommitUnknownError, consumeGroup } from './consume-group.js';
import { QuotaProtocolCache, quotaKey } from './quota-protocol-cache.js';
import { releaseConsumption } from './release-consumption.js';

const MAX_ATTEMPTS = 2;
const MAX_WAITING = 20_000;

@Injectable()
export class PostgresUsageLedger extends UsageLedger {
  /** Two batches at once: one is being committed while the next gathers. Each locks every protocol in it. */
  private readonly batches = new Batcher<ConsumptionToDecide, ConsumptionOutcome>(
    (batch) => this.decideBatch(batch),
    { concurrency: 2, perBatch: 256 },
  );

  private readonly shares = new MaxMinShares(MAX_WAITING);
  private readonly protocols: QuotaProtocolCache;

  constructor(
    private readonly pool: IngestPool,
    private readonly clock: QuotaClock,
    private readonly defaultQuota: DefaultQuota,
  ) {
    super();
    this.protocols = new QuotaProtocolCache(pool);
  }

  consume(request: ConsumptionToDecide): Promise<ConsumptionOutcome> {
    const { domain_id } = request;
    const holder = this.shares.getHolder(domain_id, domain_id);
    if (!this.shares.acquire(holder, 1))
      return Promise.reject(DomainError.unavailable('Too many consumptions are waiting', 1));
    return this.batches.add(request).finally(() => this.shares.release(holder, 1));
  }

  release(scope: Scope, release: ReleaseRequest): Promise<Release> {
    return releaseConsumption(this.pool, scope, release, this.clock, this.defaultQuota);
  }

  private async decideBatch(
    batch: readonly PendingRequest<ConsumptionToDecide, ConsumptionOutcome>[],
  ): Promise<void> {
    const resolved = await this.resolveProtocols(batch.map(({ request }) => request));
    const requests = resolved.filter((each): each is ConsumptionRequest => !(each instanceof DomainError));
    const answers = requests.length > 0 ? await this.consumeWithRetry(requests) : [];
    const answerIterator = answers.values();
    batch.forEach(({ resolve, reject }, at) => {
      const outcome = resolved[at];
      const answer = outcome instanceof DomainError ? outcome : answerIterator.next().value;
      if (answer === undefined || answer instanceof DomainError) reject(answer);
      else resolve(answer);
    });
  }

  /**
   * Retries after errors that stored nothing, such as a connection that broke while idle, or the same key on another process.
   */
  private async consumeWithRetry(requests: readonly ConsumptionRequest[]) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await consumeGroup(this.pool, requests, this.clock, this.defaultQuota);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || error instanceof CommitUnknownError) {
          throw DomainError.unavailable('The consumption could not be stored', 1, error);
        }
      }
    }
  }

  private async resolveProtocols(
    group: readonly ConsumptionToDecide[],
  ): Promise<readonly (ConsumptionRequest | DomainError)[]> {
    const protocols = await this.protocols.find(group.filter(hasQuota));
    return group.map((each) => {
      const protocol_id = hasQuota(each) ? protocols.get(quotaKey(each)) : each.protocol_id;
      return protocol_id === undefined
        ? DomainError.notFound('The quota', each.quota_id)
        : { ...each, protocol_id };
    });
  }
}

function hasQuota(
  request: ConsumptionToDecide,
): request is ConsumptionToDecide & { readonly quota_id: string } {
  return request.quota_id !== undefined;
}

import { setTimeout } from 'node:timers/promises';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetVerification } from '../application/get-verification.js';
import type { VerificationInfo } from '../application/webhook-info.js';
import { verificationInfo, type VerificationRow } from './verification-record.js';

const POLL_MS = 100;
const MAX_WAITING = 50;

@QueryHandler(GetVerification)
export class GetVerificationHandler implements IQueryHandler<GetVerification> {
  private waitingCount = 0;

  constructor(
    private readonly pool: QueryPool,
    private readonly readiness: Readiness,
  ) {}

  async execute(query: GetVerification): Promise<VerificationInfo> {
    const verification = await this.read(query);
    if (this.waitingCount >= MAX_WAITING) return verification;
    this.waitingCount += 1;
    try {
      return await this.waitFor(verification, query);
    } finally {
      this.waitingCount -= 1;
    }
  }

  private async waitFor(verification: VerificationInfo, query: GetVerification): Promise<VerificationInfo> {
    const deadline = performance.now() + query.wait_seconds * 1000;
    let latest = verification;
    // While the process shuts down, nobody waits.
    while (latest.state === 'PENDING' && performance.now() < deadline && !this.readiness.isDraining) {
      await setTimeout(POLL_MS);
      latest = await this.read(query);
    }
    return latest;
  }

  private async read({ scope, verification_id }: GetVerification): Promise<VerificationInfo> {
    const { rows } = await this.pool.query<VerificationRow>(
      'select * from verification where verification_id = $1 and domain_id = $2',
      [parseId('verification', verification_id), scope.domain_id],
    );
    if (rows[0] === undefined) throw DomainError.notFound('The verification');
    return verificationInfo(rows[0]);
  }
}

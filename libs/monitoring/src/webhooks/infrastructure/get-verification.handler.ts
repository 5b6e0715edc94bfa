import { setTimeout } from 'node:timers/promises';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { DomainShares } from '#shared/kernel/domain-shares.js';
import { parseId } from '#shared/kernel/ids.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { GetVerification } from '../application/read-webhooks.js';
import { VERIFICATION_FIELDS, type VerificationInfo } from '../domain/webhook-record.js';

const VERIFICATION_RECORD = new RecordSerializer(VERIFICATION_FIELDS);

const POLL_MS = 100;
const MAX_WAITING = 50;

@QueryHandler(GetVerification)
export class GetVerificationHandler implements IQueryHandler<GetVerification> {
  private readonly shares = new DomainShares({
    name: 'verifications that are waited for',
    places: MAX_WAITING,
    waitMs: 0,
  });

  constructor(
    private readonly pool: QueryPool,
    private readonly readiness: Readiness,
  ) {}

  async execute(query: GetVerification): Promise<VerificationInfo> {
    const verification = await this.read(query);
    const waiting = this.shares.tryRun(query.scope.domain_id, () => this.waitFor(verification, query));
    return (await waiting) ?? verification;
  }

  private async waitFor(verification: VerificationInfo, query: GetVerification): Promise<VerificationInfo> {
    const deadline = performance.now() + query.wait_seconds * 1000;
    let latest = verification;
    // While the process shuts down, nobody waits.
    const isWanted = () => !query.signal.aborted && !this.readiness.isDraining;
    while (latest.state === 'PENDING' && performance.now() < deadline && isWanted()) {
      await setTimeout(POLL_MS);
      latest = await this.read(query);
    }
    return latest;
  }

  private async read({ scope, verification_id }: GetVerification): Promise<VerificationInfo> {
    const { rows } = await this.pool.query<Record<string, unknown>>(
      `select ${VERIFICATION_RECORD.select()} from verification r where verification_id = $1 and domain_id = $2`,
      [parseId('verification', verification_id), scope.domain_id],
    );
    if (rows[0] === undefined) throw DomainError.notFound('The verification');
    return VERIFICATION_RECORD.read(rows[0]);
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError, type EntityManager, type ObjectLiteral } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { requireVersion, formatVersion } from '#shared/kernel/record-version.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeResponse } from '#shared/platform/idempotency/idempotent-response.js';
import { inDomainTransaction } from '#shared/platform/persistence/connection-shares.js';
import { QuotaRepository } from '../application/ports/quota-repository.js';
import { toQuotaInfo } from '../application/read-quotas.js';
import { Quota } from '../domain/quota.js';

const UNIQUE_VIOLATION = '23505';

@Injectable()
export class TypeOrmQuotaRepository extends QuotaRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async add(scope: Scope, quota: Quota): Promise<void> {
    try {
      await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
        await manager.insert<ObjectLiteral>(Quota, quota);
        await recordChange(manager, scope, 'quota', quota.quota_id);
        await storeResponse(manager, toQuotaInfo(quota));
      });
    } catch (error) {
      throw isDuplicateQuota(error) ? createNotUniqueError(error) : error;
    }
  }

  async change(scope: Scope, quota_id: string, change: (quota: Quota) => boolean): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      const quota = await lockQuota(manager, scope, quota_id);
      if (!change(quota)) return;
      await manager.update<ObjectLiteral>(Quota, { quota_id }, quota);
      await recordChange(manager, scope, 'quota', quota_id);
    });
  }

  async remove(scope: Scope, quota_id: string): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await lockQuota(manager, scope, quota_id);
      await manager.delete(Quota, { quota_id, domain_id: scope.domain_id });
      await recordChange(manager, scope, 'quota', quota_id);
    });
  }
}

async function lockQuota(manager: EntityManager, scope: Scope, quota_id: string): Promise<Quota> {
  const quota = await manager.findOne(Quota, {
    where: { quota_id, domain_id: scope.domain_id },
    lock: { mode: 'pessimistic_write' },
  });
  if (quota === null) throw DomainError.notFound('The quota', quota_id);
  requireVersion(scope, formatVersion(quota.updated_at));
  return quota;
}

function isDuplicateQuota(error: unknown): error is QueryFailedError {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'quota_protocol';
}

function createNotUniqueError(cause: Error): DomainError {
  const reason = 'has a quota in this domain already';
  return new DomainError('ERROR_NOT_UNIQUE', 'conflict', `protocol_id ${reason}`, {
    errors: [{ field: 'protocol_id', reason }],
    cause,
  });
}

import { Inject, Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError, type ObjectLiteral } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { keepAnswer } from '#shared/platform/idempotency/kept-answer.js';
import { QuotaRepository } from '../../application/ports/quota-repository.js';
import { Quota } from '../../domain/quota.js';

const UNIQUE_VIOLATION = '23505';

@Injectable()
export class TypeOrmQuotaRepository extends QuotaRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {
    super();
  }

  async add(quota: Quota): Promise<void> {
    try {
      await this.dataSource.transaction(async (manager) => {
        await manager.insert<ObjectLiteral>(Quota, quota);
        await keepAnswer(manager, { quota_id: quota.quota_id });
      });
    } catch (error) {
      throw hasQuotaAlready(error) ? notUnique(error) : error;
    }
  }

  async change({ domain_id }: Scope, quota_id: string, change: (quota: Quota) => boolean): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const quota = await manager.findOne(Quota, {
        where: { quota_id, domain_id },
        lock: { mode: 'pessimistic_write' },
      });
      if (quota === null) throw DomainError.notFound('The quota');
      if (change(quota)) await manager.update<ObjectLiteral>(Quota, { quota_id }, quota);
    });
  }

  async remove({ domain_id }: Scope, quota_id: string): Promise<void> {
    const { affected } = await this.dataSource.manager.delete(Quota, { quota_id, domain_id });
    if (affected === 0) throw DomainError.notFound('The quota');
  }
}

function hasQuotaAlready(error: unknown): error is QueryFailedError {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'quota_protocol';
}

function notUnique(cause: Error): DomainError {
  const reason = 'has a quota in this domain already';
  return new DomainError('ERROR_NOT_UNIQUE', 'conflict', `protocol_id ${reason}`, {
    errors: [{ field: 'protocol_id', reason }],
    cause,
  });
}

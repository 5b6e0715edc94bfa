import { Injectable } from '@nestjs/common';
import { DataSource, type ObjectLiteral } from 'typeorm';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import {
  inDomainTransaction,
  lockRecord,
  toNotUniqueError,
} from '#shared/platform/persistence/record-writes.js';
import { QuotaRepository } from '../application/ports/quota-repository.js';
import { Quota } from '../domain/quota.js';

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
        await storeCreatedIds(manager, { quota_id: quota.quota_id });
      });
    } catch (error) {
      throw toNotUniqueError(error, 'quota_protocol', 'protocol_id', 'has a quota in this domain already');
    }
  }

  async change(scope: Scope, quota_id: string, change: (quota: Quota) => boolean): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      const quota = await lockRecord(manager, scope, Quota, { quota_id }, 'The quota');
      if (!change(quota)) return;
      await manager.update<ObjectLiteral>(Quota, { quota_id }, quota);
      await recordChange(manager, scope, 'quota', quota_id);
    });
  }

  async remove(scope: Scope, quota_id: string): Promise<void> {
    await inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await lockRecord(manager, scope, Quota, { quota_id }, 'The quota');
      await manager.delete(Quota, { quota_id, domain_id: scope.domain_id });
      await recordChange(manager, scope, 'quota', quota_id);
    });
  }
}

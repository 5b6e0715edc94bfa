import { Injectable } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { answerFromTransaction, getReader } from '#shared/platform/persistence/record-writes.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { LinkStore, type LinkSubscription } from '../application/ports/link-store.js';

@Injectable()
export class PostgresLinkStore extends LinkStore {
  constructor(private readonly pool: QueryPool) {
    super();
  }

  async find(
    domain_id: string,
    subscription_id: string,
    link_id: Buffer,
  ): Promise<LinkSubscription | undefined> {
    const { rows } = await this.pool.query<LinkSubscription>({
      name: 'find subscription of link',
      text: `
        select name, timezone, state = 'ENABLED' and actions as "hasLinks", clock_timestamp() as now,
          (select used_at from action_link_use where link_id = $3) as used_at
        from subscription where domain_id = $1 and subscription_id = $2 and deleted_at is null`,
      values: [domain_id, subscription_id, link_id],
    });
    return rows[0];
  }

  async use(domain_id: string, link_id: Buffer, act: () => Promise<void>): Promise<void> {
    await answerFromTransaction(act, async () => {
      if (!(await this.mark(domain_id, link_id)))
        throw new DomainError('ERROR_CONFLICT', 'conflict', 'The link was used');
    });
  }

  async mark(domain_id: string, link_id: Buffer): Promise<boolean> {
    const { rows } = await getReader(this.pool).query({
      name: 'use link',
      text: `
        insert into action_link_use (link_id, domain_id) values ($1, $2) on conflict do nothing
        returning used_at`,
      values: [link_id, domain_id],
    });
    return rows.length > 0;
  }
}

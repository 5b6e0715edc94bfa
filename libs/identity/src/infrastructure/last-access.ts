import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Every } from '#shared/schedule/every.decorator.js';
import { messageOf } from '#shared/kernel/message-of.js';

/** Remembers when keys were used and writes it down now and then, all of them in one statement. */
@Injectable()
export class LastAccess implements BeforeApplicationShutdown {
  private readonly logger = new Logger('LastAccess');
  private used = new Map<string, Date>();

  constructor(private readonly dataSource: DataSource) {}

  /** @param apiKeyId uuid */
  note(apiKeyId: string, at: Date): void {
    this.used.set(apiKeyId, at);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  @Every(20_000)
  async write(): Promise<void> {
    const used = this.used;
    if (used.size === 0) return;
    this.used = new Map();
    try {
      // Locked in one order, because every process writes about the same keys.
      await this.dataSource.query(
        `with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as used (api_key_id, at)),
          locked as (select api_key_id from api_key where api_key_id = any ($1::uuid[]) order by api_key_id for no key update)
        update api_key set last_accessed_at = greatest(last_accessed_at, used.at)
        from used join locked using (api_key_id) where api_key.api_key_id = used.api_key_id`,
        [[...used.keys()], [...used.values()]],
      );
    } catch (error) {
      this.logger.warn(`the last use of ${used.size} keys is written later: ${messageOf(error)}`);
      this.used = new Map([...used, ...this.used]);
    }
  }
}

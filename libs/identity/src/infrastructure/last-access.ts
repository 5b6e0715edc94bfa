import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LastUseRecorder } from '#shared/platform/persistence/last-use-recorder.js';

/** Records when API keys were last used, by their uuid. */
@Injectable()
export class LastAccess extends LastUseRecorder {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  protected store(api_key_ids: readonly string[], times: readonly Date[]): Promise<unknown> {
    // Rows are locked in a fixed order, because all processes write the same keys and would otherwise deadlock.
    return this.dataSource.query(
      `with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as used (api_key_id, at)),
        locked as (select api_key_id from api_key where api_key_id = any ($1::uuid[]) order by api_key_id for no key update)
      update api_key set last_accessed_at = greatest(last_accessed_at, used.at)
      from used join locked using (api_key_id) where api_key.api_key_id = used.api_key_id`,
      [api_key_ids, times],
    );
  }
}

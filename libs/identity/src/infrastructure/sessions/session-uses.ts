import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LastUseRecorder } from '#shared/platform/persistence/last-use-recorder.js';

/** Records when sessions were last used, by their uuid. */
@Injectable()
export class SessionUses extends LastUseRecorder {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  protected store(session_ids: readonly string[], times: readonly Date[]): Promise<unknown> {
    // Rows are locked in a fixed order, because processes that write the same sessions would otherwise deadlock.
    return this.dataSource.query(
      `with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as used (session_id, at)),
        locked as (select session_id from session where session_id = any ($1::uuid[]) order by session_id for no key update)
      update session set last_used_at = greatest(last_used_at, used.at)
      from used join locked using (session_id) where session.session_id = used.session_id`,
      [session_ids, times],
    );
  }
}

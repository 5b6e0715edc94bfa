import { Injectable } from '@nestjs/common';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { LastUseRecorder } from '#shared/platform/persistence/last-use-recorder.js';

/** Milliseconds. The pool is shared with accepting. */
const TIMEOUT_MS = 5_000;
const UUID_LENGTH = 36;

/** The name under which uses of an access key are recorded. */
export const formatKeyName = (webhook_uuid: string, digest: Buffer) => webhook_uuid + digest.toString('hex');

/** Records when the access keys of webhooks were last used. */
@Injectable()
export class AccessKeyUses extends LastUseRecorder {
  constructor(private readonly pool: IngestPool) {
    super();
  }

  /**
   * Stores the times of keys that the webhook still has. A key that was replaced or deleted meanwhile leaves no row. No time is stored
   * that is still to come by the clock of the database: it would keep all later ones out.
   */
  protected store(names: readonly string[], times: readonly Date[]): Promise<unknown> {
    return this.pool.query({
      name: 'note uses of access keys',
      query_timeout: TIMEOUT_MS,
      // Sorted, because all processes write the same rows and would otherwise deadlock.
      text: `
        insert into access_key_use as stored (domain_id, webhook_id, access_key_digest, last_used_at)
        select domain_id, webhook_id, digest, at
        from (select webhook_id, decode(hex, 'hex') as digest, least(at, clock_timestamp()) as at
          from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as given (webhook_id, hex, at)) as used
        join webhook using (webhook_id)
        where digest in (access_key_digest, previous_access_key_digest)
        order by domain_id, webhook_id, digest
        on conflict (domain_id, webhook_id, access_key_digest) do update set last_used_at = excluded.last_used_at
        where stored.last_used_at < excluded.last_used_at or stored.last_used_at > clock_timestamp()`,
      values: [
        names.map((name) => name.slice(0, UUID_LENGTH)),
        names.map((name) => name.slice(UUID_LENGTH)),
        times,
      ],
    });
  }
}

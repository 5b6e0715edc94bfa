import { Injectable } from '@nestjs/common';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { LastUses } from '#shared/platform/persistence/last-uses.js';

/** Milliseconds. Accepting needs the connection. */
const TIMEOUT = 5_000;
const UUID_LENGTH = 36;

/** What the use of an access key is noted as. */
export const keyName = (webhook_uuid: string, digest: Buffer) => webhook_uuid + digest.toString('hex');

/** When the access keys of webhooks were used. */
@Injectable()
export class AccessKeyUses extends LastUses {
  constructor(private readonly pool: IngestPool) {
    super();
  }

  /** Only of keys that the webhook has, so that nothing is left of those that were replaced or deleted. */
  protected store(names: readonly string[], times: readonly Date[]): Promise<unknown> {
    return this.pool.query({
      name: 'note uses of access keys',
      query_timeout: TIMEOUT,
      // Sorted, because every process writes about the same keys.
      text: `
        insert into access_key_use as stored (domain_id, webhook_id, access_key_digest, last_used_at)
        select domain_id, webhook_id, digest, at
        from (select webhook_id, decode(hex, 'hex') as digest, at
          from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as given (webhook_id, hex, at)) as used
        join webhook using (webhook_id)
        where digest in (access_key_digest, previous_access_key_digest)
        order by domain_id, webhook_id, digest
        on conflict (domain_id, webhook_id, access_key_digest) do update set last_used_at = excluded.last_used_at
        where stored.last_used_at < excluded.last_used_at`,
      values: [
        names.map((name) => name.slice(0, UUID_LENGTH)),
        names.map((name) => name.slice(UUID_LENGTH)),
        times,
      ],
    });
  }
}

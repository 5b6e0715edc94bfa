import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KnownUsers, type KnownUser } from '../../contracts/known-users.js';

@Injectable()
export class PostgresKnownUsers extends KnownUsers {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async findByEmail(domain_id: string, email: string): Promise<KnownUser | undefined> {
    // A session of an API key says nothing that the key does not say.
    const rows: KnownUser[] = await this.dataSource.query(
      `select user_id, role from (
         select user_id, role from api_key
         where domain_id = $1 and lower(user_id) = lower($2) and state = 'ENABLED'
           and (expires_at is null or expires_at > clock_timestamp())
         union all
         select user_id, role from session
         where domain_id = $1 and lower(user_id) = lower($2) and api_key_id is null and key_digest is null
           and ended_at is null and expires_at > clock_timestamp()
       ) as found
       order by array_position(array['ADMIN', 'MEMBER', 'VIEWER'], role) limit 1`,
      [domain_id, email],
    );
    return rows[0];
  }
}

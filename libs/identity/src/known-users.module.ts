import { Module } from '@nestjs/common';
import { KnownUsers } from './contracts/known-users.js';
import { PostgresKnownUsers } from './infrastructure/queries/postgres-known-users.js';

/** What other contexts may know of the users of a domain. */
@Module({
  providers: [{ provide: KnownUsers, useClass: PostgresKnownUsers }],
  exports: [KnownUsers],
})
export class KnownUsersModule {}

import { Module } from '@nestjs/common';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { CreateApiKey1795176000001 } from './infrastructure/persistence/migrations/1795176000001-create-api-key.js';

@Module({})
export class IdentityModule {
  static readonly migrations: ContextMigrations = {
    context: 'identity',
    migrations: [CreateApiKey1795176000001],
  };
}

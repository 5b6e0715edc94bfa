import { Module } from '@nestjs/common';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';

@Module({})
export class NotificationModule {
  static readonly migrations: ContextMigrations = { context: 'notification', migrations: [] };
}

import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import { AlertActor } from './application/act-on-alert.js';
import { ActByLinkHandler, ReadActionLinkHandler } from './application/act-by-link.js';
import { LinkStore } from './application/ports/link-store.js';
import { ActionTokens } from './domain/action-token.js';
import { PostgresLinkStore } from './infrastructure/postgres-link-store.js';

/** Links in messages, with which people act on an alert without an account. */
@Module({})
export class ActionsModule {
  /** @param imports the modules that export users and the actions on alerts */
  static forApi(
    imports: ModuleMetadata['imports'],
    { encryptionKey, oldEncryptionKey }: EncryptionKeys,
  ): DynamicModule {
    return {
      module: ActionsModule,
      imports,
      providers: [
        {
          provide: ActionTokens,
          useFactory: () => new ActionTokens(encryptionKey, oldEncryptionKey),
        },
        { provide: LinkStore, useClass: PostgresLinkStore },
        AlertActor,
        ReadActionLinkHandler,
        ActByLinkHandler,
      ],
      exports: [AlertActor, LinkStore],
    };
  }
}

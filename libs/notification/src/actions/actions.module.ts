import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import { AlertActor } from './application/act-on-alert.js';
import { ActionTokens } from './domain/action-token.js';
import { ActByLinkHandler, ReadActionLinkHandler } from './infrastructure/act-by-link.handler.js';

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
        AlertActor,
        ReadActionLinkHandler,
        ActByLinkHandler,
      ],
      exports: [AlertActor],
    };
  }
}

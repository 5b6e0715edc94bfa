import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '../encryption.js';
import { ResponseRetention, Idempotency } from './idempotency.js';

@Global()
@Module({})
export class IdempotencyModule {
  /** @param keys encrypt the stored responses, which may contain secrets */
  static forRoot(keys: EncryptionKeys): DynamicModule {
    return {
      module: IdempotencyModule,
      providers: [Idempotency, { provide: Encryption, useFactory: () => new Encryption(keys) }],
      exports: [Idempotency],
    };
  }

  /** Provides only the deletion of expired responses. */
  static forWorker(): DynamicModule {
    return { module: IdempotencyModule, providers: [ResponseRetention] };
  }
}

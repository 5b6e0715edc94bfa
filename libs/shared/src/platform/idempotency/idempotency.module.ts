import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '../encryption.js';
import { AnswerRetention } from './answer-retention.js';
import { Idempotency } from './idempotency.js';

@Global()
@Module({})
export class IdempotencyModule {
  /** @param keys what the stored answers are encrypted with: they can hold secrets */
  static forRoot(keys: EncryptionKeys): DynamicModule {
    return {
      module: IdempotencyModule,
      providers: [Idempotency, { provide: Encryption, useFactory: () => new Encryption(keys) }],
      exports: [Idempotency],
    };
  }

  /** For what is upkeep. */
  static forWorker(): DynamicModule {
    return { module: IdempotencyModule, providers: [AnswerRetention] };
  }
}

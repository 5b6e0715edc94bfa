import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { InboundStore } from './application/ports/inbound-store.js';
import { InboundCounters } from './application/inbound-counters.js';
import { TakeInboundWebhookHandler } from './application/take-inbound-webhook.js';
import { InboundMetrics } from './infrastructure/inbound-metrics.js';
import { PostgresInboundStore } from './infrastructure/postgres-inbound-store.js';

/** Webhooks of receivers, with what people do to alerts there. */
@Module({})
export class InboundModule {
  /** @param imports the modules that export the actions on alerts, and the protocols */
  static forApi(imports: ModuleMetadata['imports'], keys: EncryptionKeys): DynamicModule {
    return {
      module: InboundModule,
      imports,
      providers: [
        { provide: Encryption, useFactory: () => new Encryption(keys) },
        { provide: InboundStore, useClass: PostgresInboundStore },
        InboundCounters,
        InboundMetrics,
        TakeInboundWebhookHandler,
      ],
    };
  }
}

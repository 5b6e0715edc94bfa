import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { InboundCounters } from './application/inbound-counters.js';
import { InboundMetrics } from './infrastructure/inbound-metrics.js';
import { TakeInboundWebhookHandler } from './infrastructure/take-inbound-webhook.handler.js';

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
        InboundCounters,
        InboundMetrics,
        TakeInboundWebhookHandler,
      ],
    };
  }
}

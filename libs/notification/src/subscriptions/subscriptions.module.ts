import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import {
  DeleteSubscriptionHandler,
  DisableSubscriptionHandler,
  EnableSubscriptionHandler,
} from './application/change-subscription-state.js';
import { CloseInboundHandler, RotateInboundKeyHandler } from './application/inbound-address.js';
import { CreateSubscriptionHandler } from './application/create-subscription.js';
import { PreviewSubscriptionHandler } from './application/preview-subscription.js';
import { SubscriptionRepository } from './application/ports/subscription-repository.js';
import { RotateSigningSecretHandler } from './application/rotate-signing-secret.js';
import { UpdateSubscriptionHandler } from './application/update-subscription.js';
import { VerifySubscriptionHandler } from './application/verify-subscription.js';
import { TypeOrmSubscriptionRepository } from './infrastructure/typeorm-subscription.repository.js';
import { SUBSCRIPTION_READS } from './infrastructure/subscription-resource.js';

/** Subscriptions: which changes of alerts are sent, to whom and how. */
@Module({})
export class SubscriptionsModule {
  /** @param imports the modules that export protocols, the outbox of alerts, previews and the usage of quotas */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: SubscriptionsModule,
      imports,
      providers: [
        { provide: SubscriptionRepository, useClass: TypeOrmSubscriptionRepository },
        CreateSubscriptionHandler,
        UpdateSubscriptionHandler,
        EnableSubscriptionHandler,
        DisableSubscriptionHandler,
        DeleteSubscriptionHandler,
        RotateSigningSecretHandler,
        RotateInboundKeyHandler,
        CloseInboundHandler,
        VerifySubscriptionHandler,
        PreviewSubscriptionHandler,
        ...SUBSCRIPTION_READS,
      ],
      exports: [SubscriptionRepository],
    };
  }
}

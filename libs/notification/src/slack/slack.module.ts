import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { PressCounts } from './application/press-counts.js';
import {
  CreateSlackAppHandler,
  DeleteSlackAppHandler,
  UpdateSlackAppHandler,
} from './infrastructure/change-slack-app.handler.js';
import { PressActions } from './infrastructure/press-actions.js';
import { PressMetrics } from './infrastructure/press-metrics.js';
import { PressSlackButtonHandler } from './infrastructure/press-slack-button.handler.js';
import { SLACK_APP_READS } from './infrastructure/slack-app-resource.js';
import { SlackWorkspace } from './infrastructure/slack-workspace.js';

/** Slack apps, and what people do with the buttons of their messages. */
@Module({})
export class SlackModule {
  /** @param imports the modules that export users, actions on alerts, actions of messages and the protocols */
  static forApi(imports: ModuleMetadata['imports'], encryption: EncryptionKeys): DynamicModule {
    return {
      module: SlackModule,
      imports,
      providers: [
        { provide: Encryption, useFactory: () => new Encryption(encryption) },
        SlackWorkspace,
        PressCounts,
        PressMetrics,
        PressActions,
        CreateSlackAppHandler,
        UpdateSlackAppHandler,
        DeleteSlackAppHandler,
        PressSlackButtonHandler,
        ...SLACK_APP_READS,
      ],
    };
  }
}

import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { CreateSlackAppHandler } from './application/create-slack-app.js';
import { DeleteSlackAppHandler } from './application/delete-slack-app.js';
import { PressActions } from './application/press-actions.js';
import { PressCounts } from './application/press-counts.js';
import { PressSlackButtonHandler } from './application/press-slack-button.js';
import { PressedRecords } from './application/ports/pressed-records.js';
import { SlackAppRepository } from './application/ports/slack-app-repository.js';
import { SlackWorkspace } from './application/ports/slack-workspace.js';
import { UpdateSlackAppHandler } from './application/update-slack-app.js';
import { HttpSlackWorkspace } from './infrastructure/http-slack-workspace.js';
import { PostgresPressedRecords } from './infrastructure/postgres-pressed-records.js';
import { PressMetrics } from './infrastructure/press-metrics.js';
import { SLACK_APP_READS } from './infrastructure/slack-app-resource.js';
import { TypeOrmSlackAppRepository } from './infrastructure/typeorm-slack-app.repository.js';

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
        { provide: SlackAppRepository, useClass: TypeOrmSlackAppRepository },
        { provide: PressedRecords, useClass: PostgresPressedRecords },
        { provide: SlackWorkspace, useClass: HttpSlackWorkspace },
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

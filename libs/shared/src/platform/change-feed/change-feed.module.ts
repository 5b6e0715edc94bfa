import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ChangeFeed, ChangeReader } from './change-feed.js';
import { ChangeListener } from './change-listener.js';

@Global()
@Module({})
export class ChangeFeedModule {
  /** @param directUrl the database without a pooler: LISTEN needs a session */
  static forRoot(directUrl: string): DynamicModule {
    return {
      module: ChangeFeedModule,
      providers: [
        ChangeFeed,
        { provide: ChangeReader, useFactory: () => new ChangeReader(directUrl) },
        { provide: ChangeListener, useFactory: () => new ChangeListener(directUrl) },
      ],
      exports: [ChangeFeed],
    };
  }
}

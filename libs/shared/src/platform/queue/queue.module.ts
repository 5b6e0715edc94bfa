import { Global, Module, type DynamicModule } from '@nestjs/common';
import { QueueFactory, QueueSettings } from './queue-factory.js';

@Global()
@Module({})
export class QueueModule {
  static forRoot(settings: QueueSettings): DynamicModule {
    return {
      module: QueueModule,
      providers: [{ provide: QueueSettings, useValue: settings }, QueueFactory],
      exports: [QueueFactory],
    };
  }
}

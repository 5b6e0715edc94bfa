import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiskFloor, DiskFloorOptions } from './disk-floor.js';

@Global()
@Module({})
export class DiskModule {
  static forRoot(options: DiskFloorOptions): DynamicModule {
    return {
      module: DiskModule,
      providers: [DiskFloor, { provide: DiskFloorOptions, useValue: options }],
      exports: [DiskFloor],
    };
  }
}

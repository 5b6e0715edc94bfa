import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { AcceptPingHandler } from './infrastructure/accept-ping.handler.js';
import { CachedHeartbeatDirectory } from './infrastructure/cached-heartbeat-directory.js';
import { HeartbeatMetrics } from './infrastructure/heartbeat-metrics.js';
import { GetHeartbeatHandler, HEARTBEAT_READS } from './infrastructure/heartbeat-resource.js';
import { CheckHeartbeats, RecordAcceptance } from './infrastructure/check-heartbeats.js';
import { DeleteHeartbeatHandler, PutHeartbeatHandler } from './infrastructure/put-heartbeat.handler.js';

@Module({})
export class HeartbeatsModule {
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: HeartbeatsModule,
      imports,
      providers: [
        CachedHeartbeatDirectory,
        AcceptPingHandler,
        PutHeartbeatHandler,
        DeleteHeartbeatHandler,
        GetHeartbeatHandler,
        ...HEARTBEAT_READS,
        RecordAcceptance,
      ],
    };
  }

  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return { module: HeartbeatsModule, imports, providers: [CheckHeartbeats, HeartbeatMetrics] };
  }
}

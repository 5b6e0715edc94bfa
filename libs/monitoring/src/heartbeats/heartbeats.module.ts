import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { AcceptPingHandler } from './application/accept-ping.js';
import { DeleteHeartbeatHandler } from './application/delete-heartbeat.js';
import { HeartbeatDirectory } from './application/ports/heartbeat-directory.js';
import { HeartbeatRepository } from './application/ports/heartbeat-repository.js';
import { PutHeartbeatHandler } from './application/put-heartbeat.js';
import { CachedHeartbeatDirectory } from './infrastructure/cached-heartbeat-directory.js';
import { HeartbeatMetrics } from './infrastructure/heartbeat-metrics.js';
import { GetHeartbeatHandler } from './infrastructure/get-heartbeat.handler.js';
import { CheckHeartbeats } from './infrastructure/check-heartbeats.js';
import { RecordAcceptance } from './infrastructure/record-acceptance.js';
import { PostgresHeartbeatRepository } from './infrastructure/postgres-heartbeat.repository.js';
import { HEARTBEAT_READS } from './infrastructure/heartbeat-resource.js';

@Module({})
export class HeartbeatsModule {
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: HeartbeatsModule,
      imports,
      providers: [
        { provide: HeartbeatRepository, useClass: PostgresHeartbeatRepository },
        { provide: HeartbeatDirectory, useClass: CachedHeartbeatDirectory },
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

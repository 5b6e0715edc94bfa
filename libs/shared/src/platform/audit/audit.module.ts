import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditBuffer } from './audit-log.js';

@Global()
@Module({
  providers: [
    {
      provide: AuditBuffer,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new AuditBuffer(dataSource),
    },
  ],
  exports: [AuditBuffer],
})
export class AuditModule {}

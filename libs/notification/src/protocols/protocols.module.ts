import { Module, type DynamicModule } from '@nestjs/common';
import { OutgoingHttp, OutgoingLimits } from './outgoing-http.js';
import { ProtocolRegistry } from './protocol-registry.js';
import { webhookProtocol } from './webhook/protocol.js';

/** The ways in which somebody is told. */
@Module({})
export class ProtocolsModule {
  static forRoot(limits: OutgoingLimits): DynamicModule {
    return {
      module: ProtocolsModule,
      providers: [
        { provide: OutgoingLimits, useValue: limits },
        OutgoingHttp,
        {
          provide: ProtocolRegistry,
          inject: [OutgoingHttp],
          useFactory: (http: OutgoingHttp) => new ProtocolRegistry([webhookProtocol(http)]),
        },
      ],
      exports: [ProtocolRegistry],
    };
  }
}

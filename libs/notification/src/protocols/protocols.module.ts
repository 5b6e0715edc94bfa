import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { PostedDeliveries } from '#monitoring/contracts/posted-deliveries.js';
import { emailProtocol, type MailSettings } from './email/protocol.js';
import { loadProtocolPackages } from './load-protocol-packages.js';
import { OutgoingHttp, OutgoingLimits } from './outgoing-http.js';
import { pagerDutyProtocol } from './pagerduty/protocol.js';
import { ProtocolRegistry } from './protocol-registry.js';
import { relayProtocol } from './relay/protocol.js';
import { slackProtocol } from './slack/protocol.js';
import { teamsProtocol } from './teams/protocol.js';
import { Templates } from './templates.js';
import { webhookProtocol } from './webhook/protocol.js';

export interface ProtocolSettings {
  /** Addresses and networks that may be sent to, in addition to public ones. */
  readonly allow: readonly string[];
  /** Packages with further protocols, or paths to their modules. */
  readonly packages: readonly string[];
  /** `null`: there is no mail server, and therefore no protocol `email`. */
  readonly mail: MailSettings | null;
}

type Imported = NonNullable<ModuleMetadata['imports']>[number];

/** The protocols of this installation, and the templates of what they send. */
@Module({})
export class ProtocolsModule {
  /** @param alerts the module that exports the posted deliveries */
  static forRoot({ allow, packages, mail }: ProtocolSettings, alerts: Imported): DynamicModule {
    return {
      module: ProtocolsModule,
      imports: [alerts],
      providers: [
        { provide: OutgoingLimits, useValue: { allow } },
        OutgoingHttp,
        Templates,
        {
          provide: ProtocolRegistry,
          inject: [OutgoingHttp, PostedDeliveries],
          useFactory: async (http: OutgoingHttp, deliveries: PostedDeliveries) =>
            new ProtocolRegistry([
              webhookProtocol(http),
              slackProtocol(http),
              teamsProtocol(http),
              pagerDutyProtocol(http),
              relayProtocol(http, deliveries),
              ...(mail === null ? [] : [emailProtocol(mail)]),
              ...(await loadProtocolPackages(packages, http)),
            ]),
        },
      ],
      exports: [ProtocolRegistry, Templates],
    };
  }
}

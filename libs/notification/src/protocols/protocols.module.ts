import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { PostedDeliveries } from '#monitoring/contracts/posted-deliveries.js';
import { createEmailProtocol, type MailSettings } from './email/protocol.js';
import { loadProtocolPackages } from './load-protocol-packages.js';
import { createOpsgenieProtocol } from './opsgenie/protocol.js';
import { createMattermostProtocol } from './mattermost/protocol.js';
import { createNtfyProtocol } from './ntfy/protocol.js';
import { OutgoingHttp, OutgoingHttpOptions } from './outgoing-http.js';
import { createPagerDutyProtocol } from './pagerduty/protocol.js';
import { ProtocolRegistry } from './protocol-registry.js';
import { createRelayProtocol } from './relay/protocol.js';
import { createSlackProtocol } from './slack/protocol.js';
import { createTeamsProtocol } from './teams/protocol.js';
import { Templates } from './templates.js';
import { createWebhookProtocol } from './webhook/protocol.js';

export interface ProtocolSettings {
  /** Addresses and networks that may be sent to, in addition to public ones. */
  readonly allow: readonly string[];
  /** The only hosts that may be sent to; all if empty. */
  readonly hosts: readonly string[];
  /** The public address of the API, without a trailing slash. */
  readonly publicUrl: string;
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
  static forRoot(
    { allow, hosts, publicUrl, packages, mail }: ProtocolSettings,
    alerts: Imported,
  ): DynamicModule {
    return {
      module: ProtocolsModule,
      imports: [alerts],
      providers: [
        { provide: OutgoingHttpOptions, useValue: { allow, hosts, publicUrl } },
        OutgoingHttp,
        Templates,
        {
          provide: ProtocolRegistry,
          inject: [OutgoingHttp, PostedDeliveries],
          useFactory: async (http: OutgoingHttp, deliveries: PostedDeliveries) =>
            new ProtocolRegistry([
              createWebhookProtocol(http),
              createSlackProtocol(http),
              createTeamsProtocol(http),
              createMattermostProtocol(http),
              createNtfyProtocol(http),
              createPagerDutyProtocol(http),
              createOpsgenieProtocol(http),
              createRelayProtocol(http, deliveries),
              ...(mail === null ? [] : [createEmailProtocol(mail)]),
              ...(await loadProtocolPackages(packages, http)),
            ]),
        },
      ],
      exports: [OutgoingHttp, ProtocolRegistry, Templates],
    };
  }
}

import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { DatabaseModule } from '#shared/platform/persistence/database.module.js';
import { NetworkProxy } from './chaos/network-proxy.js';

export interface VanishingDatabase {
  /** An application context with the database pools of a process, which connect through the network. */
  readonly app: INestApplicationContext;
  readonly network: NetworkProxy;
  close(): Promise<void>;
}

/** Creates database pools whose server can vanish from the network. */
export async function createVanishingDatabase(
  databaseUrl: string,
  silenceMs: number,
): Promise<VanishingDatabase> {
  const url = new URL(databaseUrl);
  const network = await NetworkProxy.start(Number(url.port));
  url.port = String(network.port);
  const config = {
    url: url.href,
    directUrl: url.href,
    pools: { ingest: 2, management: 2, query: 2 },
    recordLimits: { webhook: 1, subscription: 1, silence: 1, inhibition: 1, escalation: 1, on_call: 1 },
    silenceMs,
  };
  const app = await NestFactory.createApplicationContext(DatabaseModule.forRoot(config, []), {
    logger: false,
  });
  return {
    app,
    network,
    close: async () => {
      network.close();
      await app.close();
    },
  };
}

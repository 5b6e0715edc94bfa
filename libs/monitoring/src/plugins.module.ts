import { Module, type DynamicModule } from '@nestjs/common';
import { withPackagePlugins } from '#senders/built-in.js';
import { createAsyncPlugins } from '#senders/async-plugins.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import { ExpressionsModule } from './expressions.module.js';
import { EvaluatorPool } from './processing/infrastructure/mapping/evaluator-pool.js';
import {
  RemotePluginLimits,
  SignedRemoteClient,
} from './processing/infrastructure/remote-plugin/signed-remote-client.js';
import { loadPluginPackages } from './webhooks/infrastructure/load-plugin-packages.js';

export interface PluginSettings {
  /** Names of packages with further plugins, or paths to their modules. */
  readonly packages: readonly string[];
  readonly remote: RemotePluginLimits;
}

@Module({})
export class PluginsModule {
  static forRoot({ packages, remote }: PluginSettings): DynamicModule {
    return {
      module: PluginsModule,
      imports: [ExpressionsModule],
      providers: [
        { provide: RemotePluginLimits, useValue: remote },
        SignedRemoteClient,
        {
          provide: PluginRegistry,
          inject: [EvaluatorPool, SignedRemoteClient],
          useFactory: async (evaluators: EvaluatorPool, signed: SignedRemoteClient) =>
            new PluginRegistry<AnyPlugin>([
              ...createAsyncPlugins(evaluators, signed),
              ...withPackagePlugins(await loadPluginPackages(packages)),
            ]),
        },
      ],
      exports: [PluginRegistry],
    };
  }
}

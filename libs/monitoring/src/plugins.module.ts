import { Module, type DynamicModule } from '@nestjs/common';
import { withPackages } from '#senders/built-in.js';
import { asyncPlugins } from '#senders/async-plugins.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import { ExpressionsModule } from './expressions.module.js';
import { Evaluators } from './processing/infrastructure/mapping/evaluators.js';
import { RemotePluginLimits, SignedRemote } from './processing/infrastructure/remote-plugin/signed-remote.js';
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
        SignedRemote,
        {
          provide: PluginRegistry,
          inject: [Evaluators, SignedRemote],
          useFactory: async (evaluators: Evaluators, signed: SignedRemote) =>
            new PluginRegistry<AnyPlugin>([
              ...asyncPlugins(evaluators, signed),
              ...withPackages(await loadPluginPackages(packages)),
            ]),
        },
      ],
      exports: [PluginRegistry],
    };
  }
}

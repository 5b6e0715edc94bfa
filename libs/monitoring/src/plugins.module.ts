import { Module, type DynamicModule } from '@nestjs/common';
import { createAsyncPlugins } from '#senders/async-plugins.js';
import { BUILT_IN_PLUGINS, withPackagePlugins } from '#senders/built-in.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import { ExpressionEvaluator } from './contracts/expression-evaluator.js';
import { EvaluatorPool } from './processing/infrastructure/mapping/evaluator-pool.js';
import { SandboxedExpressions } from './processing/infrastructure/mapping/sandboxed-expressions.js';
import {
  RemotePluginLimits,
  SignedRemoteClient,
} from './processing/infrastructure/remote-plugin/signed-remote-client.js';
import { loadPluginPackages } from './webhooks/infrastructure/load-plugin-packages.js';

/** The processes that run JSONata expressions of users, for mappings and for other contexts. */
@Module({
  providers: [
    { provide: EvaluatorPool, useFactory: () => new EvaluatorPool() },
    { provide: ExpressionEvaluator, useClass: SandboxedExpressions },
  ],
  exports: [EvaluatorPool, ExpressionEvaluator],
})
export class ExpressionsModule {}

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
          useFactory: async (evaluators: EvaluatorPool, signed: SignedRemoteClient) => {
            const remote = createAsyncPlugins(evaluators, signed);
            const loaded = await loadPluginPackages(packages, [...remote, ...BUILT_IN_PLUGINS]);
            return new PluginRegistry<AnyPlugin>([...remote, ...withPackagePlugins(loaded)]);
          },
        },
      ],
      exports: [PluginRegistry],
    };
  }
}

import { noSenderChecks } from './senders.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import type { StoredDeliveries } from '../src/processing/application/ports/stored-deliveries.js';
import { ComparePluginHandler } from '../src/webhooks/application/compare-plugin.js';
import type { WebhookRepository } from '../src/webhooks/application/ports/webhook-repository.js';
import { compareVersions, type ParserVersion } from '../src/processing/application/compare-stored.js';
import type { CompareTask, PluginSandbox } from '../src/processing/application/ports/plugin-sandbox.js';

/** Compares versions of plugins in this process. */
function sandboxHere(registry: PluginRegistry): PluginSandbox {
  const sandbox: Partial<PluginSandbox> = {
    compare: ({ plugin_id, version, other_version, ...task }: CompareTask) => {
      const [before, after] = [version, other_version].map(
        (each) => ({ ...task, plugin: registry.get(plugin_id, each) }) as ParserVersion,
      ) as [ParserVersion, ParserVersion];
      return compareVersions(task, before, after);
    },
  };
  return sandbox as PluginSandbox;
}

/** Returns the handler of comparisons, which parses in this process. */
export function compareHere(
  webhooks: WebhookRepository,
  stored: StoredDeliveries,
  plugins: AnyPlugin[],
): ComparePluginHandler {
  const registry = new PluginRegistry(plugins);
  const checks = noSenderChecks(registry);
  return new ComparePluginHandler(webhooks, stored, registry, checks, sandboxHere(registry));
}

import { noSenderChecks } from './senders.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import type { StoredDeliveries } from '../src/processing/application/ports/stored-deliveries.js';
import { ComparePluginHandler } from '../src/webhooks/application/compare-plugin.js';
import type { WebhookRepository } from '../src/webhooks/application/ports/webhook-repository.js';
import {
  checkDelivery,
  compareVersions,
  type ParserVersion,
} from '../src/processing/application/compare-stored.js';
import type {
  CheckTask,
  CompareTask,
  PluginSandbox,
} from '../src/processing/application/ports/plugin-sandbox.js';

/** Runs plugins in this process. */
export function sandboxHere(registry: PluginRegistry): PluginSandbox {
  const sandbox: Partial<PluginSandbox> = {
    compare: ({ plugin_id, version, other_version, ...task }: CompareTask) => {
      const [before, after] = [version, other_version].map(
        (each) => ({ ...task, plugin: registry.get(plugin_id, each) }) as ParserVersion,
      ) as [ParserVersion, ParserVersion];
      return compareVersions(task, before, after);
    },
    check: ({ plugin_id, version, options, default_severity, events, ...stored }: CheckTask) =>
      checkDelivery(stored, { plugin: registry.get(plugin_id, version), options, default_severity }, events),
    detectCrash: async () => undefined,
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

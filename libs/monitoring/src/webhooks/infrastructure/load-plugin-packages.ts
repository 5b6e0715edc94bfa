import { importPackage } from '#shared/platform/lifecycle/import-package.js';
import { StartError } from '#shared/platform/lifecycle/explain-start-error.js';
import { isAsync, type AnyPlugin, type Plugin, type PluginDelivery } from '#senders/plugin-api/plugin.js';
import { validateOutcomes } from '#senders/plugin-api/validate-outcomes.js';
import { findPluginProblems } from '#senders/plugin-api/check-plugin.js';

/**
 * Loads plugins from packages, given by their names or by paths to their modules.
 * @throws StartError naming a package that does not exist, or that has no valid plugin, and the reason
 */
export async function loadPluginPackages(names: readonly string[]): Promise<AnyPlugin[]> {
  const loaded: AnyPlugin[] = [];
  for (const name of names) loaded.push(...(await loadPackage(name)));
  return loaded;
}

async function loadPackage(name: string): Promise<AnyPlugin[]> {
  const exported = await importPackage('PLUGINS', name);
  const { plugins } = exported as { plugins?: unknown };
  if (!Array.isArray(plugins) || plugins.length === 0)
    throw new StartError(
      `PLUGINS: ${name} is no plugin package: it must export \`plugins\`, a list of plugins`,
    );
  for (const [index, plugin] of plugins.entries()) {
    const problems = await findPluginProblems(plugin);
    if (problems.length === 0) continue;
    const { plugin_id, version } = (plugin ?? {}) as Partial<AnyPlugin>;
    const label =
      plugin_id === undefined ? `plugins[${index}]` : `plugin ${plugin_id} ${version ?? ''}`.trim();
    throw new StartError(`PLUGINS: ${name}: ${label}: ${problems.join('; ')}`);
  }
  return (plugins as AnyPlugin[]).map(withCheckedOutcomes);
}

/** Checks what a third-party plugin returns. Built-in plugins are checked by the tests instead. */
function withCheckedOutcomes(plugin: AnyPlugin): AnyPlugin {
  if (isAsync(plugin)) {
    return overrideMethods(plugin, {
      parseAsync: async (delivery, options) =>
        validateOutcomes(await plugin.parseAsync(delivery, options), delivery.body),
    });
  }
  return overrideMethods(plugin, {
    parse: (delivery, options) => validateOutcomes(plugin.parse(delivery, options), delivery.body),
    ...(plugin.recognises && { recognises: (delivery: PluginDelivery) => recogniseSafely(plugin, delivery) }),
  });
}

/** Plugin `auto` asks every plugin about any delivery. An error in one plugin must not affect the deliveries of others. */
function recogniseSafely(plugin: Plugin, delivery: PluginDelivery): number {
  try {
    const confidence: unknown = plugin.recognises?.(delivery);
    return typeof confidence === 'number' && confidence > 0 ? Math.min(confidence, 1) : 0;
  } catch {
    return 0;
  }
}

/** A plugin may be an instance of a class with private members, so its methods are called on the original object. */
function overrideMethods<P extends AnyPlugin>(plugin: P, overrides: Partial<P>): P {
  return new Proxy(plugin, {
    get(target, name) {
      const value: unknown = Reflect.get(name in overrides ? overrides : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

import { importPackage } from '#shared/platform/lifecycle/import-package.js';
import { StartError } from '#shared/platform/lifecycle/start-error.js';
import { isAsync, type AnyPlugin, type Plugin, type PluginDelivery } from '#senders/plugin-api/plugin.js';
import { checkedOutcomes } from '#senders/plugin-api/check-outcomes.js';
import { pluginProblems } from '#senders/plugin-api/check-shape.js';

/**
 * Loads plugins from packages, given by their names or by paths to their modules.
 * @throws StartError naming a package that does not exist, or that has no valid plugin, and the reason
 */
export async function loadPluginPackages(names: readonly string[]): Promise<AnyPlugin[]> {
  const loaded: AnyPlugin[] = [];
  for (const name of names) loaded.push(...(await pluginsOf(name)));
  return loaded;
}

async function pluginsOf(name: string): Promise<AnyPlugin[]> {
  const exported = await importPackage('PLUGINS', name);
  const { plugins } = exported as { plugins?: unknown };
  if (!Array.isArray(plugins) || plugins.length === 0)
    throw new StartError(
      `PLUGINS: ${name} is no plugin package: it must export \`plugins\`, a list of plugins`,
    );
  for (const [index, plugin] of plugins.entries()) {
    const problems = await pluginProblems(plugin);
    if (problems.length === 0) continue;
    const { plugin_id, version } = (plugin ?? {}) as Partial<AnyPlugin>;
    const label =
      plugin_id === undefined ? `plugins[${index}]` : `plugin ${plugin_id} ${version ?? ''}`.trim();
    throw new StartError(`PLUGINS: ${name}: ${label}: ${problems.join('; ')}`);
  }
  return (plugins as AnyPlugin[]).map(guarded);
}

/** Checks what a third-party plugin returns. Built-in plugins are checked by the tests instead. */
function guarded(plugin: AnyPlugin): AnyPlugin {
  if (isAsync(plugin)) {
    return delegating(plugin, {
      parseAsync: async (delivery, options) =>
        checkedOutcomes(await plugin.parseAsync(delivery, options), delivery.body),
    });
  }
  return delegating(plugin, {
    parse: (delivery, options) => checkedOutcomes(plugin.parse(delivery, options), delivery.body),
    ...(plugin.recognises && { recognises: (delivery: PluginDelivery) => sureness(plugin, delivery) }),
  });
}

/** Plugin `auto` asks every plugin about any delivery. An error in one plugin must not affect the deliveries of others. */
function sureness(plugin: Plugin, delivery: PluginDelivery): number {
  try {
    const sure: unknown = plugin.recognises?.(delivery);
    return typeof sure === 'number' && sure > 0 ? Math.min(sure, 1) : 0;
  } catch {
    return 0;
  }
}

/** A plugin may be an instance of a class with private members, so its methods are called on the original object. */
function delegating<P extends AnyPlugin>(plugin: P, own: Partial<P>): P {
  return new Proxy(plugin, {
    get(target, name) {
      const value: unknown = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

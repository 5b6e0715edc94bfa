import { importPackage } from '#shared/platform/lifecycle/import-package.js';
import { StartError } from '#shared/platform/lifecycle/explain-start-error.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import {
  isAsync,
  type AnyPlugin,
  type Plugin,
  type PluginDelivery,
  type PluginOptions,
} from '#senders/plugin-api/plugin.js';
import type { PluginPreflight, SignedRequest } from '#senders/plugin-api/plugin-answers.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { validateOutcomes } from '#senders/plugin-api/validate-outcomes.js';
import { findPluginProblems } from '#senders/plugin-api/check-plugin.js';

/** Seconds after which a sender may try again what a plugin could not check. */
const RETRY_SECONDS = 5;

/**
 * Loads plugins from packages, given by their names or by paths to their modules.
 * @throws StartError naming a package that does not exist, or that has no valid plugin, and the reason
 */
export async function loadPluginPackages(
  names: readonly string[],
  builtIn: readonly AnyPlugin[] = [],
): Promise<AnyPlugin[]> {
  const loaded: AnyPlugin[] = [];
  const taken = new Set(builtIn.map(formatVersion));
  for (const name of names) {
    for (const plugin of await loadPackage(name)) {
      const version = formatVersion(plugin);
      if (taken.has(version)) throw new StartError(`PLUGINS: ${name}: plugin ${version} is there already`);
      taken.add(version);
      loaded.push(plugin);
    }
  }
  return loaded;
}

function formatVersion({ plugin_id, version }: AnyPlugin): string {
  return `${plugin_id} ${version}`;
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
  return (plugins as AnyPlugin[]).map((plugin) => withSafeHooks(withCheckedOutcomes(plugin)));
}

/** Checks what a third-party plugin returns. Built-in plugins are checked by the tests instead. */
function withCheckedOutcomes(plugin: AnyPlugin): AnyPlugin {
  if (isAsync(plugin)) {
    return overrideMethods(plugin, {
      parseAsync: async (delivery, options, use) =>
        validateOutcomes(await plugin.parseAsync(delivery, options, use), delivery.body),
    });
  }
  return overrideMethods(plugin, {
    parse: (delivery, options) => validateOutcomes(plugin.parse(delivery, options), delivery.body),
    ...(plugin.recognises && { recognises: (delivery: PluginDelivery) => recogniseSafely(plugin, delivery) }),
  });
}

/**
 * Catches what the optional methods of a third-party plugin throw. A sender must never get a 500 for it, after which many do not
 * send again, and a check that throws has failed.
 */
function withSafeHooks(plugin: AnyPlugin): AnyPlugin {
  const label = `plugin ${plugin.plugin_id} ${plugin.version}`;
  const { authenticate, preflight, takesEmptyBody, verify, checkOptions } = plugin;
  return overrideMethods(plugin, {
    ...(authenticate && {
      authenticate: (request: SignedRequest, options: PluginOptions) => {
        try {
          const refusal: unknown = authenticate.call(plugin, request, options);
          if (refusal === undefined || typeof refusal === 'string') return refusal;
        } catch (error) {
          throw DomainError.unavailable(`${label} cannot check the request`, RETRY_SECONDS, error);
        }
        throw DomainError.unavailable(`${label} cannot check the request`, RETRY_SECONDS);
      },
    }),
    ...(preflight && {
      preflight: (request: PluginPreflight) => attempt(() => preflight.call(plugin, request)),
    }),
    ...(takesEmptyBody && {
      takesEmptyBody: (path: string, query: Readonly<Record<string, string>>) =>
        attempt(() => takesEmptyBody.call(plugin, path, query)) ?? false,
    }),
    ...(verify && {
      verify: async (options: PluginOptions) => {
        try {
          return await verify.call(plugin, options);
        } catch (error) {
          return [{ name: 'verify', ok: false, message: getErrorMessage(error) }];
        }
      },
    }),
    ...(checkOptions && {
      checkOptions: async (options: PluginOptions) => {
        try {
          return await checkOptions.call(plugin, options);
        } catch (error) {
          if (error instanceof PluginUnavailableError) throw error;
          throw new PluginUnavailableError(`${label} cannot check the options`, RETRY_SECONDS * 1_000);
        }
      },
    }),
  } as Partial<AnyPlugin>);
}

function attempt<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
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

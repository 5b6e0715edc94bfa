import type { PluginRegistry } from '#senders/registry.js';
import { compareVersions, type ParserVersion } from '../src/processing/application/compare-stored.js';
import type { CompareTask, PluginSandbox } from '../src/processing/application/ports/plugin-sandbox.js';

/** Compares versions of plugins in this process. */
export function sandboxHere(registry: PluginRegistry): PluginSandbox {
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

import { Worker } from 'node:worker_threads';
import type { SandboxRun } from './processing/application/ports/plugin-sandbox.js';
import { isAsync } from '#senders/plugin-api/plugin.js';
import { parseAlarms } from './processing/domain/parse-alarms.js';
import { withPackagePlugins } from '#senders/built-in.js';
import { PluginRegistry } from '#senders/registry.js';
import { loadPluginPackages } from './webhooks/infrastructure/load-plugin-packages.js';

/**
 * Parses deliveries that may have crashed a worker, one at a time, with the worker's plugins. The result is ignored: it only
 * matters whether the process survives.
 */

// A plugin in an endless loop blocks this thread, so another thread checks that the worker is still alive.
new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
).unref();

const registry = new PluginRegistry(withPackagePlugins(await loadPluginPackages(process.argv.slice(2))));

process.on('message', ({ plugin_id, plugin_version, options, delivery_id, delivery }: SandboxRun) => {
  const found = registry.find(plugin_id, plugin_version);
  const plugin = found && registry.wrapWithFallback(found);
  // A buffer arrives as a plain array of bytes.
  const body = Buffer.from(delivery.body);
  if (plugin !== undefined && !isAsync(plugin))
    parseAlarms(plugin, options, delivery_id, { ...delivery, body });
  process.send?.('read');
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

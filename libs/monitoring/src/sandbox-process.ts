import { Worker } from 'node:worker_threads';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { isAsync } from '#senders/plugin-api/plugin.js';
import { checkDelivery, compareVersions } from './processing/application/compare-stored.js';
import { parseAlarms } from './processing/domain/parse-alarms.js';
import type { SandboxAnswer, SandboxRun } from './processing/infrastructure/process-plugin-sandbox.js';
import { withPackagePlugins } from '#senders/built-in.js';
import { PluginRegistry } from '#senders/registry.js';
import { previewDelivery } from './processing/application/preview-delivery.js';
import { loadPluginPackages } from './webhooks/infrastructure/load-plugin-packages.js';

/**
 * Parses deliveries, one at a time, with the plugins of the process that started it: those that may have crashed a worker, for
 * which it only matters whether the process survives, and those of previews, comparisons and verifications, which would block it.
 */

// A plugin in an endless loop blocks this thread, so another thread checks that the worker is still alive.
new Worker(
  `const parent = process.ppid;
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true },
).unref();

const registry = new PluginRegistry(withPackagePlugins(await loadPluginPackages(process.argv.slice(2))));

function findPlugin(plugin_id: string, version: string) {
  const plugin = registry.get(plugin_id, version);
  return registry.wrapWithFallback(plugin);
}

async function run(task: SandboxRun): Promise<unknown> {
  const { plugin_id, version, options } = task;
  // A buffer arrives as a plain array of bytes.
  const body = Buffer.from(task.delivery.body);
  const plugin = findPlugin(plugin_id, version);
  if (task.kind === 'preview')
    return previewDelivery(plugin, options, { ...task.delivery, body }, task.settings);
  const { delivery_id, delivery } = task;
  if (task.kind === 'compare') {
    const { default_severity, other_version } = task;
    return compareVersions(
      { delivery_id, delivery: { ...delivery, body } },
      { plugin, options, default_severity },
      { plugin: findPlugin(plugin_id, other_version), options, default_severity },
    );
  }
  if (task.kind === 'check') {
    const { default_severity, outcomes, events } = task;
    const stored = { delivery_id, delivery: { ...delivery, body }, outcomes };
    return checkDelivery(stored, { plugin, options, default_severity }, events);
  }
  if (!isAsync(plugin)) parseAlarms(plugin, options, delivery_id, { ...delivery, body });
  return null;
}

async function answer(task: SandboxRun): Promise<SandboxAnswer> {
  try {
    return { result: JSON.stringify(await run(task)) };
  } catch (error) {
    if (error instanceof DomainError && error.errors !== undefined) return { refused: error.errors };
    return { failure: getErrorMessage(error) };
  }
}

process.on('message', (task: SandboxRun) => void answer(task).then((one) => process.send?.(one)));
process.on('disconnect', () => process.exit());
process.send?.('ready');

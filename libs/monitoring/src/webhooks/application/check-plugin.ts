import { Injectable } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { checkSample } from '#senders/plugin-api/check-sample.js';
import type { AnyPlugin, PluginCheck, PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Webhook } from '../domain/webhook.js';
import { checkOptions, checkOptionsWithPlugin } from '#senders/plugin-api/check-options.js';
import {
  checkStoredDeliveries,
  compareStoredDeliveries,
  type ComparedDelivery,
  type StoredParsers,
} from '../../processing/application/compare-stored.js';
import { PluginSandbox } from '../../processing/application/ports/plugin-sandbox.js';
import { StoredDeliveries } from '../../processing/application/ports/stored-deliveries.js';
import { SenderVerification } from '../../processing/application/sender-verification.js';
import { PluginRegistry } from '#senders/registry.js';

/** Tries versions of plugins for webhooks. */
@Injectable()
export class PluginChecks {
  private readonly parsers: StoredParsers;

  constructor(
    private readonly plugins: PluginRegistry,
    store: StoredDeliveries,
    senders: SenderVerification,
    sandbox: PluginSandbox,
  ) {
    this.parsers = { store, senders, sandbox };
  }

  /** Runs all checks of a version of a webhook's plugin, before the version parses any delivery. */
  async run(webhook: Webhook, version: string): Promise<readonly PluginCheck[]> {
    const plugin = this.plugins.find(webhook.plugin_id, version);
    if (plugin === undefined) {
      const versions = this.plugins.versions(webhook.plugin_id).join(', ') || 'none';
      return [
        { name: 'version', ok: false, message: `there is no version ${version}; there are: ${versions}` },
      ];
    }
    const options = { ...webhook.options, ...webhook.secret_options };
    return [
      { name: 'version', ok: true, message: `${plugin.plugin_id} ${version}` },
      await runOptionsCheck(plugin, options),
      await runSamplesCheck(plugin),
      ...((await plugin.verify?.(options)) ?? []),
      ...(await checkStoredDeliveries(this.parsers, webhook, plugin)),
    ];
  }

  /** As {@link compareStoredDeliveries}. */
  compare(
    webhook: Webhook,
    versions: readonly [before: AnyPlugin, after: AnyPlugin],
  ): Promise<readonly ComparedDelivery[]> {
    return compareStoredDeliveries(this.parsers, webhook, versions);
  }
}

async function runOptionsCheck(plugin: AnyPlugin, options: PluginOptions): Promise<PluginCheck> {
  try {
    checkOptions(plugin, options, 'options');
    await checkOptionsWithPlugin(plugin, options, 'options');
    return { name: 'options', ok: true, message: 'the options match the schema' };
  } catch (error) {
    // An unavailable plugin is tried again later.
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    return { name: 'options', ok: false, message: error.message };
  }
}

async function runSamplesCheck(plugin: AnyPlugin): Promise<PluginCheck> {
  const problems: string[] = [];
  for (const sample of plugin.samples) {
    const problem = await checkSample(plugin, sample);
    if (problem !== undefined) problems.push(problem);
  }
  const passedCount = plugin.samples.length - problems.length;
  const message = [
    `${passedCount} of ${plugin.samples.length} samples become what they promise`,
    ...problems,
  ].join('; ');
  return { name: 'samples', ok: problems.length === 0, message };
}

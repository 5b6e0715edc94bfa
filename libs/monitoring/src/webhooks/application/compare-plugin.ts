import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { formatId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { ParseDifference } from '../../processing/domain/compare-parses.js';
import { checkOptions } from '#senders/plugin-api/check-options.js';
import { mapUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { PluginRegistry } from '#senders/registry.js';
import { PluginSandbox } from '../../processing/application/ports/plugin-sandbox.js';
import { StoredDeliveries } from '../../processing/application/ports/stored-deliveries.js';
import { WebhookRepository } from './ports/webhook-repository.js';
import {
  compareStoredDeliveries,
  type ComparedDelivery,
} from '../../processing/application/compare-stored.js';
import { SenderVerification } from '../../processing/application/sender-verification.js';

export interface PluginComparison {
  readonly plugin_id: string;
  /** The version in force. */
  readonly version: string;
  readonly compared_version: string;
  /** The number of recent deliveries that were parsed with both versions. */
  readonly deliveries: number;
  readonly same: number;
  readonly different: number;
  readonly unreadable: { readonly version: number; readonly compared_version: number };
  /** Whether some delivery that parses now would not parse any more. The AUTO upgrade then does not take place. */
  readonly worse: boolean;
  /** Only deliveries with another result, newest first. */
  readonly results: readonly {
    readonly delivery_id: string;
    readonly received_at: string;
    readonly worse: boolean;
    readonly differences: readonly ParseDifference[];
  }[];
}

/**
 * Compares, field by field, how another version of its plugin would parse the last deliveries of a webhook.
 * @throws ERROR_NOT_FOUND; ERROR_INVALID_PARAMETER for an unknown version, and for options that it does not accept
 */
export class ComparePlugin extends Query<PluginComparison> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly version: string,
  ) {
    super();
  }
}

@QueryHandler(ComparePlugin)
export class ComparePluginHandler implements IQueryHandler<ComparePlugin> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly storedDeliveries: StoredDeliveries,
    private readonly plugins: PluginRegistry,
    private readonly senderVerification: SenderVerification,
    private readonly sandbox: PluginSandbox,
  ) {}

  async execute({ scope, webhook_id, version }: ComparePlugin): Promise<PluginComparison> {
    const webhook = await this.webhooks.find(scope, webhook_id);
    const { plugin_id, plugin_version } = webhook;
    const before = this.plugins.get(plugin_id, plugin_version, '');
    const after = this.plugins.get(plugin_id, version, '');
    checkOptions(after, { ...webhook.options, ...webhook.secret_options }, 'options');
    try {
      const compared = await compareStoredDeliveries(
        { store: this.storedDeliveries, senders: this.senderVerification, sandbox: this.sandbox },
        webhook,
        [before, after],
      );
      return toComparison(compared, plugin_id, plugin_version, version);
    } catch (error) {
      throw mapUnavailableError(error);
    }
  }
}

function toComparison(
  compared: readonly ComparedDelivery[],
  plugin_id: string,
  version: string,
  compared_version: string,
): PluginComparison {
  const different = compared.filter(({ differences }) => differences.length > 0);
  return {
    plugin_id,
    version,
    compared_version,
    deliveries: compared.length,
    same: compared.length - different.length,
    different: different.length,
    unreadable: {
      version: compared.filter(({ unreadable }) => unreadable.before).length,
      compared_version: compared.filter(({ unreadable }) => unreadable.after).length,
    },
    worse: compared.some(({ worse }) => worse),
    results: different.map(({ stored, worse, differences }) => ({
      delivery_id: formatId('delivery', stored.delivery_id),
      received_at: stored.delivery.received_at.toISOString(),
      worse,
      differences,
    })),
  };
}

import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { countValues, parseJson } from '#shared/kernel/json.js';
import type { Scope } from '#shared/kernel/scope.js';
import { DeliveryBudget, withinCount } from '../../processing/domain/delivery-budget.js';
import {
  sanitiseAcknowledgement,
  type CleanAcknowledgement,
} from '../../processing/domain/sanitise-event.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { keptHeaders, parseAnywhere } from '#senders/plugin-api/parse-delivery.js';
import { unavailableOr } from '#senders/plugin-api/unavailable-or.js';
import type { AnyPlugin, PluginOptions, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { readBody, unwrapEnvelope } from '#senders/body/read-body.js';
import type { DefaultSeverity } from '#senders/plugin-api/unstated-severity.js';
import { checkOptions, checkOptionsWork } from '#senders/plugin-api/check-options.js';
import { PluginRegistry } from '#senders/registry.js';
import { checkMayConnect } from './check-may-connect.js';
import type { EventInfo } from '../../events/domain/event-record.js';

export type PreviewedEvent = Omit<
  EventInfo,
  | 'event_id'
  | 'alert_id'
  | 'webhook_id'
  | 'project_id'
  | 'domain_id'
  | 'delivery_id'
  | 'plugin_info'
  | 'created_at'
  | 'stored_at'
>;

/** `occurred_at` is the arrival if the sender gives no time. */
export type PreviewedAcknowledgement = Omit<CleanAcknowledgement, 'occurred_at'> & {
  readonly occurred_at: string;
};

export type PreviewedOutcome =
  | { readonly outcome: 'EVENT'; readonly event: PreviewedEvent }
  | { readonly outcome: 'ACKNOWLEDGED'; readonly acknowledgement: PreviewedAcknowledgement }
  | { readonly outcome: 'IGNORED' | 'ERROR'; readonly reason: string };

export interface PluginPreview {
  readonly plugin_id: string;
  readonly version: string;
  /** In payload order. */
  readonly outcomes: readonly PreviewedOutcome[];
}

/** A delivery to try out. Its headers are those of the request. */
export interface PreviewedDelivery extends Omit<Delivery, 'headers'> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Parses a delivery with a plugin and returns the outcomes. Stores nothing.
 * @throws ERROR_NOT_FOUND for an unknown plugin; ERROR_INVALID_PARAMETER for an unknown version, for wrong options and for a body
 * that cannot be parsed; ERROR_PERMISSION_DENIED for a VIEWER's options with an address to connect to
 */
export class PreviewPlugin extends Query<PluginPreview> {
  constructor(
    readonly scope: Scope,
    readonly plugin_id: string,
    readonly version: string | undefined,
    readonly options: PluginOptions,
    readonly delivery: PreviewedDelivery,
  ) {
    super();
  }
}

@QueryHandler(PreviewPlugin)
export class PreviewPluginHandler implements IQueryHandler<PreviewPlugin> {
  constructor(private readonly plugins: PluginRegistry) {}

  async execute({ scope, plugin_id, version, options, delivery }: PreviewPlugin): Promise<PluginPreview> {
    if (this.plugins.find(plugin_id) === undefined) throw this.plugins.unknown(plugin_id);
    const plugin = this.plugins.get(plugin_id, version, '');
    checkMayConnect(plugin, scope);
    checkOptions(plugin, options, 'options');
    await checkOptionsWork(plugin, options, 'options');
    return previewOf(this.plugins.readerOf(plugin), options, delivery);
  }
}

/** Limit of JSON values in a payload: the API process parses it between other requests. */
const MOST_VALUES = 10_000;

/** @throws ERROR_INVALID_PARAMETER for a body that cannot be parsed; ERROR_UNAVAILABLE while the plugin is unavailable */
export async function previewOf(
  plugin: AnyPlugin,
  options: PluginOptions,
  delivery: PreviewedDelivery,
  severity?: DefaultSeverity,
): Promise<PluginPreview> {
  const { plugin_id, version } = plugin;
  if (countValues(delivery.body.toString('latin1')) > MOST_VALUES)
    throw DomainError.invalid('data', `holds more than ${MOST_VALUES} values, which is what a preview takes`);
  const read = readBody(delivery.body, delivery.content_type);
  if (!read.ok) throw DomainError.invalid('data', `cannot be read: ${read.reason}`);
  const body = unwrapEnvelope(read.body);
  const headers = keptHeaders(plugin, delivery.headers);
  try {
    const outcomes = await parseAnywhere(plugin, { ...delivery, headers, body }, options, severity);
    const budget = new DeliveryBudget(delivery.body.length);
    return {
      plugin_id,
      version,
      outcomes: withinCount(outcomes).map((one) => previewed(one, budget, delivery.received_at)),
    };
  } catch (error) {
    throw unavailableOr(error);
  }
}

function previewed(outcome: PluginOutcome, budget: DeliveryBudget, receivedAt: Date): PreviewedOutcome {
  if (outcome.outcome === 'ACKNOWLEDGED') {
    const clean = sanitiseAcknowledgement(outcome.acknowledgement);
    const occurred_at = (clean.occurred_at ?? receivedAt).toISOString();
    return { outcome: 'ACKNOWLEDGED', acknowledgement: { ...clean, occurred_at } };
  }
  if (outcome.outcome !== 'EVENT') return { outcome: outcome.outcome, reason: outcome.reason };
  const clean = budget.clean(outcome.event);
  if (typeof clean === 'string') return { outcome: 'ERROR', reason: clean };
  const { resource_id, resource_type, resource_name, ...event } = clean;
  return {
    outcome: 'EVENT',
    event: {
      ...event,
      resource: { resource_id, resource_type, name: resource_name },
      occurred_at: (event.occurred_at ?? receivedAt).toISOString(),
      raw_data: parseJson(event.raw_data),
      additional_info: parseJson(event.additional_info),
    },
  };
}

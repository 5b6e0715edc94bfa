import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { countValues, parseJson } from '#shared/kernel/json.js';
import type { Scope } from '#shared/kernel/scope.js';
import { DeliveryBudget, limitOutcomes } from '../../processing/domain/delivery-budget.js';
import {
  sanitiseAcknowledgement,
  type CleanAcknowledgement,
} from '../../processing/domain/sanitise-event.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { serializeJson } from '../../intake/domain/serialize-json.js';
import { selectStoredHeaders } from '#senders/plugin-api/stored-headers.js';
import { parsePostedAsync } from '#senders/plugin-api/parse-posted.js';
import { mapUnavailableError } from '#senders/plugin-api/map-unavailable-error.js';
import type { AnyPlugin, PluginOptions, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { parseDeliveryBody, unwrapStrictEnvelope } from '#senders/body/parse-delivery-body.js';
import type { DefaultSeverity } from '#senders/plugin-api/default-severity.js';
import { checkOptions, checkOptionsWithPlugin } from '#senders/plugin-api/check-options.js';
import { PluginRegistry } from '#senders/registry.js';
import { checkConnectPermission } from './check-connect-permission.js';
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
export type PreviewedAcknowledgement = Omit<CleanAcknowledgement, 'occurred_at' | 'previous_event_key'> & {
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
    if (this.plugins.find(plugin_id) === undefined) throw this.plugins.notFoundError(plugin_id);
    const plugin = this.plugins.get(plugin_id, version, '');
    checkConnectPermission(plugin, scope);
    checkOptions(plugin, options, 'options');
    await checkOptionsWithPlugin(plugin, options, 'options');
    return previewDelivery(this.plugins.wrapWithFallback(plugin), options, delivery);
  }
}

/** Limit of JSON values in a payload: the API process parses it between other requests. */
const MAX_VALUES = 10_000;

/** @throws ERROR_INVALID_PARAMETER for a body that cannot be parsed; ERROR_UNAVAILABLE while the plugin is unavailable */
export async function previewDelivery(
  plugin: AnyPlugin,
  options: PluginOptions,
  delivery: PreviewedDelivery,
  severity?: DefaultSeverity,
): Promise<PluginPreview> {
  const { plugin_id, version } = plugin;
  if (countValues(delivery.body.toString('latin1')) > MAX_VALUES)
    throw DomainError.invalid('data', `holds more than ${MAX_VALUES} values, which is what a preview takes`);
  const headers = selectStoredHeaders(plugin, delivery.headers);
  const body = openEnvelope(delivery);
  try {
    const outcomes = await parsePostedAsync(plugin, { ...delivery, headers, body }, options, severity);
    const budget = new DeliveryBudget(delivery.body.length);
    return {
      plugin_id,
      version,
      outcomes: limitOutcomes(outcomes).map((one) => toPreviewedOutcome(one, budget, delivery.received_at)),
    };
  } catch (error) {
    throw mapUnavailableError(error);
  }
}

/** Returns the body that would be stored of the delivery. @throws ERROR_INVALID_PARAMETER for a body that would be refused */
function openEnvelope({ body, content_type }: PreviewedDelivery): Buffer {
  const parsed = parseDeliveryBody(body, content_type);
  if (!parsed.ok) throw DomainError.invalid('data', `cannot be read: ${parsed.reason}`);
  const unwrapped = unwrapStrictEnvelope(parsed);
  return unwrapped === undefined ? body : serializeJson(unwrapped, content_type);
}

function toPreviewedOutcome(
  outcome: PluginOutcome,
  budget: DeliveryBudget,
  receivedAt: Date,
): PreviewedOutcome {
  if (outcome.outcome === 'ACKNOWLEDGED') {
    const { previous_event_key: _, ...clean } = sanitiseAcknowledgement(outcome.acknowledgement);
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

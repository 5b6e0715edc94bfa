import { DomainError } from '#shared/kernel/domain-error.js';
import { countValues, parseJson } from '#shared/kernel/json.js';
import { DeliveryBudget } from '../domain/parse-alarms.js';
import { sanitiseAcknowledgement, type CleanAcknowledgement } from '../domain/sanitise-event.js';
import { findEventStart } from '../domain/alarm.js';
import { type Delivery, replaceEmptyBody, serializeJson } from '../../intake/domain/delivery.js';
import { selectStoredHeaders } from '#senders/plugin-api/stored-headers.js';
import { parsePostedAsync } from '#senders/plugin-api/parse-posted.js';
import type { AnyPlugin, PluginOptions, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { parseDeliveryBody, unwrapStrictEnvelope } from '#senders/body/parse-delivery-body.js';
import type { DefaultSeverity } from '#senders/plugin-api/default-severity.js';
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
  | 'source'
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
  /** The number of further outcomes, which are not shown; only if there are any. */
  readonly omitted?: number;
}

/** A delivery to try out. Its headers are those of the request. */
export interface PreviewedDelivery extends Omit<Delivery, 'headers'> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The settings of a webhook that change its events. Without a webhook, there are none. */
export interface PreviewSettings {
  readonly default_severity?: DefaultSeverity;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Limit of JSON values in a payload. */
const MAX_VALUES = 10_000;
/** Limits of the outcomes that are shown. */
const MAX_OUTCOMES = 1_000;
const MAX_CHARACTERS = 1024 * 1024;

/**
 * Parses a delivery as a worker would.
 * @param domain_id as of {@link parsePostedAsync}
 * @throws ERROR_INVALID_PARAMETER for a body that cannot be parsed; PluginUnavailableError
 */
export async function previewDelivery(
  plugin: AnyPlugin,
  options: PluginOptions,
  previewed: PreviewedDelivery,
  { default_severity, labels }: PreviewSettings = {},
  domain_id?: string,
): Promise<PluginPreview> {
  const { plugin_id, version } = plugin;
  const delivery = replaceEmptyBody(plugin, previewed);
  if (countValues(delivery.body.toString('latin1')) > MAX_VALUES)
    throw DomainError.invalid('data', `holds more than ${MAX_VALUES} values, which is what a preview takes`);
  const headers = selectStoredHeaders(plugin, delivery.headers);
  const body = openEnvelope(delivery);
  const posted = { ...delivery, headers, body };
  const parsed = await parsePostedAsync(plugin, posted, options, default_severity, domain_id);
  const budget = new DeliveryBudget(delivery.body.length);
  const outcomes: PreviewedOutcome[] = [];
  let characters = 0;
  for (const one of parsed.slice(0, MAX_OUTCOMES)) {
    const outcome = toPreviewedOutcome(one, budget, delivery.received_at, labels);
    characters += JSON.stringify(outcome).length;
    if (characters > MAX_CHARACTERS && outcomes.length > 0) break;
    outcomes.push(outcome);
  }
  const omitted = parsed.length - outcomes.length;
  return { plugin_id, version, outcomes, ...(omitted > 0 ? { omitted } : {}) };
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
  webhookLabels: PreviewSettings['labels'],
): PreviewedOutcome {
  if (outcome.outcome === 'ACKNOWLEDGED') {
    const { previous_event_key: _, ...clean } = sanitiseAcknowledgement(outcome.acknowledgement);
    const occurred_at = (clean.occurred_at ?? receivedAt).toISOString();
    return { outcome: 'ACKNOWLEDGED', acknowledgement: { ...clean, occurred_at } };
  }
  if (outcome.outcome !== 'EVENT') return { outcome: outcome.outcome, reason: outcome.reason };
  const clean = budget.clean(outcome.event);
  if (typeof clean === 'string') return { outcome: 'ERROR', reason: clean };
  const { resource_id, resource_type, resource_name, resolved_by: _, ...event } = clean;
  return {
    outcome: 'EVENT',
    event: {
      ...event,
      labels: { ...event.labels, ...webhookLabels },
      resource: { resource_id, resource_type, name: resource_name },
      occurred_at: (event.occurred_at ?? receivedAt).toISOString(),
      started_at: findEventStart(clean, receivedAt)?.toISOString() ?? null,
      raw_data: parseJson(event.raw_data),
      additional_info: parseJson(event.additional_info),
    },
  };
}

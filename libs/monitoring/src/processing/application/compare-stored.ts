import type { Outcome } from '../../intake/domain/delivery.js';
import { compareParses, listFailureReasons, type DeliveryComparison } from '../domain/compare-parses.js';
import { isAsync, type AnyPlugin, type PluginCheck, type PluginOptions } from '#senders/plugin-api/plugin.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { parseAlarmsAsync, type ParsedAlarm } from '../domain/parse-alarms.js';
import type { DefaultSeverity } from '#senders/plugin-api/default-severity.js';
import type { Webhook } from '../../webhooks/domain/webhook.js';
import type { PluginSandbox } from './ports/plugin-sandbox.js';
import type { SenderVerification } from './sender-verification.js';
import type { StoredDeliveries, StoredDelivery, StoredEvent } from './ports/stored-deliveries.js';

/** The number of recent deliveries on which a version is tried. */
const MAX_DELIVERIES = 100;

export interface ComparedDelivery extends DeliveryComparison {
  readonly stored: StoredDelivery;
}

export interface ParserVersion {
  readonly plugin: AnyPlugin;
  readonly options: PluginOptions;
  readonly default_severity?: DefaultSeverity | undefined;
}

type DeliveryToCompare = Pick<StoredDelivery, 'delivery_id' | 'delivery'>;

/** Characters of the changes that are returned, over all deliveries. */
const MAX_CHANGE_CHARACTERS = 8 * 1024 * 1024;

/** Parses a stored delivery with two versions and compares the results. @throws PluginUnavailableError */
export async function compareVersions(
  stored: DeliveryToCompare,
  before: ParserVersion,
  after: ParserVersion,
): Promise<DeliveryComparison> {
  const [alarmsBefore, alarmsAfter] = [await parseStored(before, stored), await parseStored(after, stored)];
  const unreadable = {
    before: listFailureReasons(alarmsBefore).length > 0,
    after: listFailureReasons(alarmsAfter).length > 0,
  };
  return { ...compareParses(alarmsBefore, alarmsAfter), unreadable };
}

/**
 * Compares stored deliveries. Works on one delivery at a time, because the results may be much longer than the deliveries. Beyond
 * {@link MAX_CHANGE_CHARACTERS} it only says that they differ, not how.
 */
export async function compareDeliveries(
  deliveries: readonly StoredDelivery[],
  compare: (stored: StoredDelivery) => Promise<DeliveryComparison>,
): Promise<readonly ComparedDelivery[]> {
  const compared: ComparedDelivery[] = [];
  let characters = 0;
  for (const stored of deliveries) {
    const comparison = await compare(stored);
    const differences = comparison.differences.map((one) => {
      for (const { before: a, after: b } of one.changes) characters += (a?.length ?? 0) + (b?.length ?? 0);
      return characters > MAX_CHANGE_CHARACTERS ? { ...one, changes: [] } : one;
    });
    compared.push({ ...comparison, stored, differences });
  }
  return compared;
}

/**
 * Parses the last deliveries of a webhook with two versions of its plugin.
 * @param sandbox where plugins without a service of their own run; this process if omitted
 * @throws PluginUnavailableError
 */
export async function compareStoredDeliveries(
  store: StoredDeliveries,
  senders: SenderVerification,
  webhook: Webhook,
  [before, after]: readonly [before: AnyPlugin, after: AnyPlugin],
  sandbox?: PluginSandbox,
): Promise<readonly ComparedDelivery[]> {
  const { domain_id, webhook_id, plugin_id, settings } = webhook;
  const { default_severity } = settings;
  const options = { ...webhook.options, ...webhook.secret_options };
  const deliveries = await store.findRecent(domain_id, webhook_id, MAX_DELIVERIES);
  const toParserVersion = (plugin: AnyPlugin): ParserVersion => ({
    plugin: senders.wrapPluginForStored(webhook, plugin),
    options,
    default_severity,
  });
  const [one, other] = [toParserVersion(before), toParserVersion(after)];
  // A signature that is checked with the certificate of the sender is checked here.
  const runsInSandbox = !isAsync(one.plugin) && !isAsync(other.plugin);
  return compareDeliveries(deliveries, ({ delivery_id, delivery }) =>
    sandbox !== undefined && runsInSandbox
      ? sandbox.compare(
          {
            ...{ plugin_id, version: before.version, other_version: after.version },
            ...{ options, default_severity, delivery_id, delivery },
          },
          domain_id,
        )
      : compareVersions({ delivery_id, delivery }, one, other),
  );
}

function parseStored(
  { plugin, options, default_severity }: ParserVersion,
  { delivery_id, delivery }: DeliveryToCompare,
): Promise<readonly ParsedAlarm[]> {
  return parseAlarmsAsync(plugin, options, delivery_id, delivery, { default_severity });
}

/** Checks a version on the last deliveries of a webhook. Returns no check if there are none. */
export async function checkStoredDeliveries(
  store: StoredDeliveries,
  webhook: Webhook,
  plugin: AnyPlugin,
): Promise<readonly PluginCheck[]> {
  const { domain_id, webhook_id } = webhook;
  const deliveries = await store.findRecent(domain_id, webhook_id, MAX_DELIVERIES);
  if (deliveries.length === 0) return [];
  const name = 'deliveries';
  const created = deliveries.flatMap(({ outcomes }) =>
    outcomes.flatMap((one) => ('event_id' in one ? one.event_id : [])),
  );
  const events = await store.findEvents(domain_id, created);
  const options = { ...webhook.options, ...webhook.secret_options };
  const { default_severity } = webhook.settings;
  const [unreadable, worse, differing] = [[] as string[], [] as string[], [] as string[]];
  try {
    for (const stored of deliveries) {
      const parsedAlarms = await parseStored({ plugin, options, default_severity }, stored);
      const [reason] = listFailureReasons(parsedAlarms);
      if (reason !== undefined) unreadable.push(reason);
      if (reason !== undefined && !stored.outcomes.some(({ outcome }) => outcome === 'QUARANTINED'))
        worse.push(reason);
      if (differsFromStored(stored, parsedAlarms, events)) differing.push(stored.delivery_id);
    }
  } catch (error) {
    if (!(error instanceof PluginUnavailableError)) throw error;
    return [{ name, ok: false, message: error.message }];
  }
  const parsed = deliveries.length - unreadable.length;
  const summary = `${parsed} of the last ${deliveries.length} deliveries parse, ${differing.length} differ from what is stored`;
  const [reason] = [...worse, ...unreadable];
  return [
    { name, ok: worse.length === 0, message: reason === undefined ? summary : `${summary}; ${reason}` },
  ];
}

const KINDS_BY_OUTCOME: Readonly<Record<Outcome['outcome'], readonly ParsedAlarm['kind'][]>> = {
  ACKNOWLEDGED: ['acknowledgement'],
  CREATED: ['alarm'],
  DUPLICATE: ['alarm'],
  // An alarm that pings a heartbeat.
  HEARTBEAT: ['alarm'],
  // An acknowledgement while no alert of its key was open.
  IGNORED: ['ignored', 'acknowledgement'],
  QUARANTINED: ['unreadable'],
};

function differsFromStored(
  { outcomes }: StoredDelivery,
  parsedAlarms: readonly ParsedAlarm[],
  events: ReadonlyMap<string, StoredEvent>,
): boolean {
  // Its alarms were not looked at.
  if (outcomes.some((one) => one.outcome === 'DUPLICATE' && 'reason' in one)) return false;
  if (outcomes.length !== parsedAlarms.length) return true;
  return outcomes.some((outcome, index) => {
    const one = parsedAlarms[index];
    if (one === undefined || !KINDS_BY_OUTCOME[outcome.outcome].includes(one.kind)) return true;
    if (outcome.outcome !== 'CREATED' || one.kind !== 'alarm') return false;
    const event = events.get(outcome.event_id);
    // The event was removed, or has another id: there is nothing to compare with.
    if (event === undefined) return false;
    const { event_key, event_type, severity, title } = one.alarm;
    return (
      event.event_key !== event_key ||
      event.event_type !== event_type ||
      event.severity !== severity ||
      event.title !== title
    );
  });
}

import type { Outcome } from '../../intake/domain/delivery.js';
import { compareParses, reasonsOf, type ParseComparison } from '../../webhooks/domain/compare-parses.js';
import {
  PluginUnavailableError,
  type AnyPlugin,
  type PluginCheck,
  type PluginOptions,
} from '#senders/plugin-api/plugin.js';
import { readAlarmsAsync, type ReadAlarm } from '../domain/read-alarms.js';
import type { DefaultSeverity } from '#senders/plugin-api/unstated-severity.js';
import type { Webhook } from '../../webhooks/domain/webhook.js';
import type { SenderVerification } from './sender-verification.js';
import type { StoredDeliveries, StoredDelivery, StoredEvent } from './ports/stored-deliveries.js';

/** The number of recent deliveries on which a version is tried. */
const DELIVERIES_TRIED = 100;

export interface ComparedDelivery extends ParseComparison {
  readonly stored: StoredDelivery;
  readonly unreadable: { readonly before: boolean; readonly after: boolean };
}

interface ReadBy {
  readonly plugin: AnyPlugin;
  readonly options: PluginOptions;
  readonly default_severity?: DefaultSeverity;
}

/** Characters of the changes that are returned, over all deliveries. */
const MOST_CHANGES = 8 * 1024 * 1024;

/**
 * Parses stored deliveries with two versions and compares the results. Works on one delivery at a time, because the results may
 * be much longer than the deliveries. Beyond {@link MOST_CHANGES} it only says that they differ, not how.
 * @throws PluginUnavailableError
 */
export async function compareVersions(
  deliveries: readonly StoredDelivery[],
  before: ReadBy,
  after: ReadBy,
): Promise<readonly ComparedDelivery[]> {
  const compared: ComparedDelivery[] = [];
  let characters = 0;
  for (const stored of deliveries) {
    const [was, is] = [await read(before, stored), await read(after, stored)];
    const { differences, worse } = compareParses(was, is);
    const shown = differences.map((one) => {
      for (const { before: a, after: b } of one.changes) characters += (a?.length ?? 0) + (b?.length ?? 0);
      return characters > MOST_CHANGES ? { ...one, changes: [] } : one;
    });
    const unreadable = { before: reasonsOf(was).length > 0, after: reasonsOf(is).length > 0 };
    compared.push({ stored, worse, differences: shown, unreadable });
  }
  return compared;
}

/** Parses the last deliveries of a webhook with two versions of its plugin. @throws PluginUnavailableError */
export async function compareOnStored(
  store: StoredDeliveries,
  senders: SenderVerification,
  webhook: Webhook,
  before: AnyPlugin,
  after: AnyPlugin,
): Promise<readonly ComparedDelivery[]> {
  const { domain_id, webhook_id, settings } = webhook;
  const options = { ...webhook.options, ...webhook.secret_options };
  const deliveries = await store.last(domain_id, webhook_id, DELIVERIES_TRIED);
  const readBy = (plugin: AnyPlugin): ReadBy => ({
    plugin: senders.checkedAgain(webhook, plugin),
    options,
    default_severity: settings.default_severity,
  });
  return compareVersions(deliveries, readBy(before), readBy(after));
}

function read(
  { plugin, options, default_severity }: ReadBy,
  { delivery_id, delivery }: StoredDelivery,
): Promise<readonly ReadAlarm[]> {
  return readAlarmsAsync(plugin, options, delivery_id, delivery, { default_severity });
}

/** Checks a version on the last deliveries of a webhook. Returns no check if there are none. */
export async function storedCheck(
  store: StoredDeliveries,
  webhook: Webhook,
  plugin: AnyPlugin,
): Promise<readonly PluginCheck[]> {
  const { domain_id, webhook_id } = webhook;
  const deliveries = await store.last(domain_id, webhook_id, DELIVERIES_TRIED);
  if (deliveries.length === 0) return [];
  const name = 'deliveries';
  const created = deliveries.flatMap(({ outcomes }) =>
    outcomes.flatMap((one) => ('event_id' in one ? one.event_id : [])),
  );
  const events = await store.events(domain_id, created);
  const options = { ...webhook.options, ...webhook.secret_options };
  const { default_severity } = webhook.settings;
  const [unreadable, worse, differing] = [[] as string[], [] as string[], [] as string[]];
  try {
    for (const stored of deliveries) {
      const now = await read({ plugin, options, default_severity }, stored);
      const [reason] = reasonsOf(now);
      if (reason !== undefined) unreadable.push(reason);
      if (reason !== undefined && !stored.outcomes.some(({ outcome }) => outcome === 'QUARANTINED'))
        worse.push(reason);
      if (isOther(stored, now, events)) differing.push(stored.delivery_id);
    }
  } catch (error) {
    if (!(error instanceof PluginUnavailableError)) throw error;
    return [{ name, ok: false, message: error.message }];
  }
  const parsed = deliveries.length - unreadable.length;
  const said = `${parsed} of the last ${deliveries.length} deliveries parse, ${differing.length} differ from what is stored`;
  const [reason] = [...worse, ...unreadable];
  return [{ name, ok: worse.length === 0, message: reason === undefined ? said : `${said}; ${reason}` }];
}

const KINDS: Readonly<Record<Outcome['outcome'], readonly ReadAlarm['kind'][]>> = {
  ACKNOWLEDGED: ['acknowledgement'],
  CREATED: ['alarm'],
  DUPLICATE: ['alarm'],
  // An alarm that pings a heartbeat.
  HEARTBEAT: ['alarm'],
  // An acknowledgement while no alert of its key was open.
  IGNORED: ['ignored', 'acknowledgement'],
  QUARANTINED: ['unreadable'],
};

function isOther(
  { outcomes }: StoredDelivery,
  now: readonly ReadAlarm[],
  events: ReadonlyMap<string, StoredEvent>,
): boolean {
  if (outcomes.length !== now.length) return true;
  return outcomes.some((outcome, index) => {
    const one = now[index];
    if (one === undefined || !KINDS[outcome.outcome].includes(one.kind)) return true;
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

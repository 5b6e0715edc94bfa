import type { Outcome } from '../../intake/domain/delivery.js';
import {
  compareParses,
  listFailureReasons,
  type DeliveryCheck,
  type DeliveryComparison,
} from '../domain/compare-parses.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { letOthersRun } from '#shared/kernel/let-others-run.js';
import {
  isAsync,
  runsHere,
  type AnyPlugin,
  type PluginCheck,
  type PluginOptions,
} from '#senders/plugin-api/plugin.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { parseAlarmsAsync, type ParsedAlarm } from '../domain/parse-alarms.js';
import type { DefaultSeverity } from '#senders/plugin-api/default-severity.js';
import type { Webhook } from '../../webhooks/domain/webhook.js';
import type { ParseTask, PluginSandbox } from './ports/plugin-sandbox.js';
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
  readonly domain_id?: string;
}

type DeliveryToCompare = Pick<StoredDelivery, 'delivery_id' | 'delivery'>;

/** Milliseconds after which no further delivery is tried: a remote plugin may take up to 30 seconds for each. */
const CHECK_LIMIT_MS = 60_000;

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

/** What runs plugins on stored deliveries. */
export interface StoredParsers {
  readonly store: StoredDeliveries;
  readonly senders: SenderVerification;
  /** Plugins that run in this process otherwise run here: they would block it, and may crash it. */
  readonly sandbox: PluginSandbox;
}

/**
 * Parses the last deliveries of a webhook with two versions of its plugin.
 * @throws ERROR_INVALID_PARAMETER if a delivery exceeds the limits of the sandbox; PluginUnavailableError
 */
export async function compareStoredDeliveries(
  { store, senders, sandbox }: StoredParsers,
  webhook: Webhook,
  [before, after]: readonly [before: AnyPlugin, after: AnyPlugin],
): Promise<readonly ComparedDelivery[]> {
  const { domain_id, webhook_id, plugin_id, settings } = webhook;
  const { default_severity } = settings;
  const options = { ...webhook.options, ...webhook.secret_options };
  const deliveries = await store.findRecent(domain_id, webhook_id, MAX_DELIVERIES);
  const toParserVersion = (plugin: AnyPlugin): ParserVersion => ({
    plugin: senders.wrapPluginForStored(webhook, plugin),
    options,
    default_severity,
    domain_id,
  });
  const [one, other] = [toParserVersion(before), toParserVersion(after)];
  const runsInSandbox = !isAsync(one.plugin) && !isAsync(other.plugin);
  return compareDeliveries(deliveries, async ({ delivery_id, delivery }) => {
    const task = { plugin_id, options, delivery_id, delivery };
    const { version } = before;
    if (runsInSandbox) {
      const compareTask = { ...task, version, other_version: after.version, default_severity };
      return sandbox.compare(compareTask, domain_id);
    }
    for (const each of [before, after]) await refuseCrash(sandbox, each, task, domain_id);
    return compareVersions({ delivery_id, delivery }, one, other);
  });
}

/** For a plugin that is only async because a signature is checked, in this process, with the certificate of the sender. */
async function refuseCrash(
  sandbox: PluginSandbox,
  plugin: AnyPlugin,
  task: Omit<ParseTask, 'version'>,
  domain_id: string,
): Promise<void> {
  if (!runsHere(plugin)) return;
  const crash = await sandbox.detectCrash({ ...task, version: plugin.version }, domain_id);
  if (crash !== undefined) throw DomainError.invalid('version', crash);
  await letOthersRun();
}

function parseStored(
  { plugin, options, ...parseOptions }: ParserVersion,
  { delivery_id, delivery }: DeliveryToCompare,
): Promise<readonly ParsedAlarm[]> {
  return parseAlarmsAsync(plugin, options, delivery_id, delivery, parseOptions);
}

/** Parses a stored delivery and compares the result with what is stored. @throws PluginUnavailableError */
export async function checkDelivery(
  stored: StoredDelivery,
  version: ParserVersion,
  events: ReadonlyMap<string, StoredEvent>,
): Promise<DeliveryCheck> {
  const parsedAlarms = await parseStored(version, stored);
  const [reason] = listFailureReasons(parsedAlarms);
  return { reason, differs: differsFromStored(stored, parsedAlarms, events) };
}

/** Checks a version on the last deliveries of a webhook. Returns no check if there are none. */
export async function checkStoredDeliveries(
  { store, senders, sandbox }: StoredParsers,
  webhook: Webhook,
  plugin: AnyPlugin,
): Promise<readonly PluginCheck[]> {
  const { domain_id, webhook_id } = webhook;
  const deliveries = await store.findRecent(domain_id, webhook_id, MAX_DELIVERIES);
  if (deliveries.length === 0) return [];
  const name = 'deliveries';
  const events = await store.findEvents(domain_id, deliveries.flatMap(listCreated));
  const options = { ...webhook.options, ...webhook.secret_options };
  const { default_severity } = webhook.settings;
  const wrapped = senders.wrapPluginForStored(webhook, plugin);
  const version = { plugin: wrapped, options, default_severity, domain_id };
  const check = async (stored: StoredDelivery): Promise<DeliveryCheck> => {
    const { delivery_id, delivery, outcomes } = stored;
    const { plugin_id } = plugin;
    const task = { plugin_id, options, delivery_id, delivery };
    try {
      if (isAsync(version.plugin)) {
        await refuseCrash(sandbox, plugin, task, domain_id);
        return await checkDelivery(stored, version, events);
      }
      const created = listCreated(stored).flatMap((id) => {
        const event = events.get(id);
        return event === undefined ? [] : [[id, event] as const];
      });
      return await sandbox.check(
        { ...task, version: plugin.version, default_severity, outcomes, events: new Map(created) },
        domain_id,
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { reason: error.message, differs: true };
    }
  };
  const startedAt = performance.now();
  let tried = 0;
  const [unreadable, worse, differing] = [[] as string[], [] as string[], [] as string[]];
  try {
    for (const stored of deliveries) {
      if (performance.now() > startedAt + CHECK_LIMIT_MS) break;
      const { reason, differs } = await check(stored);
      tried += 1;
      if (reason !== undefined) unreadable.push(reason);
      if (reason !== undefined && !stored.outcomes.some(({ outcome }) => outcome === 'QUARANTINED'))
        worse.push(reason);
      if (differs) differing.push(stored.delivery_id);
    }
  } catch (error) {
    if (!(error instanceof PluginUnavailableError)) throw error;
    return [{ name, ok: false, message: error.message }];
  }
  const summary = `${tried - unreadable.length} of the last ${tried} deliveries parse, ${differing.length} differ from what is stored`;
  const [reason] = [...worse, ...unreadable];
  return [
    { name, ok: worse.length === 0, message: reason === undefined ? summary : `${summary}; ${reason}` },
  ];
}

function listCreated({ outcomes }: StoredDelivery): readonly string[] {
  return outcomes.flatMap((one) => ('event_id' in one ? one.event_id : []));
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

import { Injectable, Logger } from '@nestjs/common';
import { type AnyPlugin, type Plugin, runsHere } from '#senders/plugin-api/plugin.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import { LARGE_BODY_BYTES, type PendingDelivery } from '../../../intake/domain/delivery.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import { parseAlarms, parseLargeBody, type ParsedAlarm } from '../../domain/parse-alarms.js';
import type { PendingSegment } from '../ports/processing-log.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { parseHeartbeatMessage } from '../../../heartbeats/domain/heartbeat-delivery.js';
import { PluginSandbox } from '../ports/plugin-sandbox.js';

export interface LoadedWebhook {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

/** Why the plugin cannot parse now, and the deliveries for which it failed. */
export interface ParseFailure {
  readonly error: PluginUnavailableError;
  readonly candidates: readonly PoisonCandidate[];
}

export interface DeliveryParser {
  /** Deliveries that are parsed at the same time. */
  readonly concurrency: number;
  /** @returns the alarms of each delivery, in order. In-process readers return no promise, which can cost more than the parse. */
  parse(
    deliveries: readonly PendingDelivery[],
    segment: PendingSegment,
  ): ParseResults | Promise<ParseResults | ParseFailure>;
}
type ParseResults = readonly (readonly ParsedAlarm[])[];

/** For a delivery that is damaged, or that crashes the process that parses it: no plugin can parse it. */
export const toUnreadable = (reason: string): readonly ParsedAlarm[] => [{ kind: 'unreadable', reason }];

export class InProcessParser implements DeliveryParser {
  readonly concurrency = 1;

  constructor(private readonly loaded: LoadedWebhook) {}

  parse(
    deliveries: readonly PendingDelivery[],
    { late }: PendingSegment,
  ): ParseResults | Promise<ParseResults> {
    const { plugin, webhook } = this.loaded;
    const parseOptions = { late, default_severity: webhook.settings.default_severity };
    const parse = <Result>(
      parser: (...parameters: Parameters<typeof parseAlarms>) => Result,
      { delivery_id, delivery }: PendingDelivery,
    ) => parser(plugin as Plugin, webhook.options, delivery_id, delivery, parseOptions);
    const [first] = deliveries;
    if (first !== undefined && isLarge(first)) return parse(parseLargeBody, first).then((alarms) => [alarms]);
    return deliveries.map((each) =>
      each.damage === undefined ? parse(parseAlarms, each) : toUnreadable(each.damage),
    );
  }
}

const isLarge = ({ damage, delivery }: PendingDelivery) =>
  damage === undefined && delivery.body.length > LARGE_BODY_BYTES;

export abstract class WorkerCrashes {
  /**
   * Returns the time of the last recent worker crash; `undefined` if there was none. A delivery that arrived later cannot have
   * caused it.
   */
  abstract findLastCrash(): Promise<Date | undefined>;
}

const REFRESH_MS = 5_000;

/**
 * Protects workers from plugins that crash them: by exhausting memory, an endless loop or a fault in native code. The next worker
 * would crash on the same delivery, forever. Therefore deliveries that had arrived when a worker crashed are parsed in a sandbox
 * first. This costs nothing while no worker crashes, and writes nothing before a delivery is parsed.
 */
@Injectable()
export class CrashIsolation {
  private readonly logger = new Logger('CrashIsolation');
  private crashedAt = Number.NEGATIVE_INFINITY;
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private firstRefresh: Promise<void> | undefined;

  constructor(
    private readonly crashes: WorkerCrashes,
    private readonly sandbox: PluginSandbox,
  ) {}

  /** Must finish before anything is parsed: a restarted worker must not repeat what crashed its predecessor. */
  async refresh(): Promise<void> {
    if (performance.now() - this.refreshedAt >= REFRESH_MS) {
      this.refreshedAt = performance.now();
      const refreshing = this.loadLastCrash();
      this.firstRefresh ??= refreshing;
    }
    await this.firstRefresh;
  }

  private async loadLastCrash(): Promise<void> {
    try {
      const crashedAt = (await this.crashes.findLastCrash())?.getTime() ?? Number.NEGATIVE_INFINITY;
      if (crashedAt > this.crashedAt)
        this.logger.warn(
          `a worker crashed: deliveries that arrived until ${new Date(crashedAt).toISOString()} are parsed in the sandbox first`,
        );
      this.crashedAt = crashedAt;
    } catch (error) {
      this.logger.warn(`the last crash of a worker cannot be read: ${getLogMessage(error)}`);
    }
  }

  /** Returns whether the oldest delivery had arrived when a worker crashed. */
  isRequired(pending: readonly PendingSegment[]): boolean {
    const oldest = pending[0]?.deliveries[0];
    return oldest !== undefined && this.mayHaveCausedCrash(oldest);
  }

  /**
   * Returns how a delivery crashes the process that parses it; `undefined` if it may be parsed in this process.
   * @param isSuspect whether it is tried in the sandbox even if it arrived after the last crash
   * @throws PluginUnavailableError if there is no sandbox to try it in
   */
  async detectCrash(
    loaded: LoadedWebhook,
    pending: PendingDelivery,
    isSuspect = this.mayHaveCausedCrash(pending),
  ): Promise<string | undefined> {
    return isSuspect ? findCrash(this.sandbox, loaded, pending) : undefined;
  }

  private mayHaveCausedCrash({ delivery }: PendingDelivery): boolean {
    return delivery.received_at.getTime() <= this.crashedAt;
  }
}

/**
 * Returns how a delivery crashes a sandbox; `undefined` if it may be parsed in this process.
 * @throws PluginUnavailableError if there is no sandbox
 */
export async function findCrash(
  sandbox: PluginSandbox,
  { webhook, plugin }: LoadedWebhook,
  { delivery_id, delivery }: Pick<PendingDelivery, 'delivery_id' | 'delivery'>,
): Promise<string | undefined> {
  // A message about heartbeats is not parsed by a plugin.
  if (!runsHere(plugin) || parseHeartbeatMessage(delivery) !== undefined) return undefined;
  const { domain_id, plugin_id, plugin_version: version, options } = webhook;
  const task = { plugin_id, version, options, delivery_id, delivery };
  const crash = await sandbox.detectCrash(task, domain_id);
  return crash === undefined ? undefined : `plugin ${plugin_id} ${version} ${crash}`;
}

/** Parses deliveries that may have crashed a worker: first in the sandbox, then in process if they passed. */
export class SandboxedParser implements DeliveryParser {
  readonly concurrency = 1;
  private readonly inProcess: InProcessParser;

  constructor(
    private readonly loaded: LoadedWebhook,
    private readonly isolation: CrashIsolation,
  ) {
    this.inProcess = new InProcessParser(loaded);
  }

  async parse(deliveries: readonly PendingDelivery[], segment: PendingSegment): Promise<ParseResults> {
    const checked = deliveries.map(async (one) => {
      const damage = one.damage ?? (await this.detectCrash(one));
      return damage === undefined ? one : { ...one, damage };
    });
    return this.inProcess.parse(await Promise.all(checked), segment);
  }

  private async detectCrash(pending: PendingDelivery): Promise<string | undefined> {
    try {
      return await this.isolation.detectCrash(this.loaded, pending);
    } catch (error) {
      if (!(error instanceof PluginUnavailableError)) throw error;
      // Without a sandbox, nothing would be processed.
      return undefined;
    }
  }
}

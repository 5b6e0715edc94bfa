import { Injectable } from '@nestjs/common';
import { isAsync, type AnyPlugin } from '#senders/plugin-api/plugin.js';
import { type AdmittedWebhook, WebhookDirectory } from '../../intake/application/ports/webhook-directory.js';
import { convertToPings } from '../domain/fold-heartbeats.js';
import { LARGE_BODY_BYTES } from '../../intake/domain/delivery.js';
import { parseAlarmsAsync, parseLargeBody, type ParsedAlarm } from '../domain/parse-alarms.js';
import type { ReplayExtent } from '../domain/replay-outcomes.js';
import { UnstorableError } from './ports/processing-log.js';
import {
  WebhookGoneError,
  type DeliveryToReplay,
  type ReplayLog,
  type ReplayOrigin,
  type ReplayResult,
} from './ports/replay-log.js';
import { findUnstorable } from './writing/batch-writer.js';
import { CrashIsolation } from './parsing/delivery-parser.js';
import { SenderVerification } from './sender-verification.js';

/** A webhook in its current state, and the plugin for its stored deliveries. */
export interface ReplayTarget {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

/** Loads what a worker needs to parse stored deliveries again. */
@Injectable()
export class ReplayLoader {
  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly senders: SenderVerification,
    private readonly isolation: CrashIsolation,
  ) {}

  /** @throws WebhookGoneError; Error if this process does not have its plugin */
  async load(uuid: string): Promise<ReplayTarget> {
    await this.isolation.refresh();
    const webhook = await this.webhooks.loadPresent(uuid);
    if (webhook === undefined) throw new WebhookGoneError();
    const plugin = this.senders.findPluginForStored(webhook);
    if (!plugin) throw new Error(`plugin ${webhook.plugin_id} ${webhook.plugin_version} is not here`);
    return { webhook, plugin };
  }

  /**
   * Returns the result to use instead of a parse, for a delivery that crashes the plugin; otherwise `undefined`. Whatever is in
   * quarantine is tried in the sandbox: it may be there because it crashes the plugin.
   * @throws PluginUnavailableError if there is no sandbox: a replay can wait for one
   */
  async detectCrash(
    target: ReplayTarget,
    stored: DeliveryToReplay,
    extent: ReplayExtent,
  ): Promise<readonly ParsedAlarm[] | undefined> {
    const isSuspect = extent === 'quarantined' ? true : undefined;
    const reason = await this.isolation.detectCrash(target, stored, isSuspect);
    return reason === undefined ? undefined : [{ kind: 'unreadable', reason }];
  }
}

/**
 * Runs a stored delivery through the plugin of its webhook again. Its alarms are out of order: they join the alert that covers
 * their time. Alarms that made an event are never changed, so the replay is idempotent.
 * @param refusal what stands instead of the plugin's result, because the plugin must not run
 * @throws PluginUnavailableError while the plugin is unavailable
 */
export async function replayStored(
  log: ReplayLog,
  { webhook, plugin }: { readonly webhook: AdmittedWebhook; readonly plugin: AnyPlugin },
  stored: DeliveryToReplay,
  extent: ReplayExtent,
  origin: ReplayOrigin,
  refusal?: readonly ParsedAlarm[],
): Promise<ReplayResult> {
  const { settings, options, domain_id } = webhook;
  const parseOptions = { late: true, default_severity: settings.default_severity, domain_id };
  const parse = async () => {
    const { delivery_id, delivery } = stored;
    const isLarge = delivery.body.length > LARGE_BODY_BYTES;
    if (isLarge && !isAsync(plugin))
      return parseLargeBody(plugin, options, delivery_id, delivery, parseOptions);
    return parseAlarmsAsync(plugin, options, delivery_id, delivery, parseOptions);
  };
  const read = refusal ?? (await parse());
  const parsed = convertToPings(settings, read);
  try {
    return await log.commit(webhook, { ...stored, parsed, extent, refused: new Map() }, origin);
  } catch (error) {
    if (!(error instanceof UnstorableError)) throw error;
    const { alarms, message } = error;
    const unstorable = await findUnstorable(alarms, (subset) => log.canStore(webhook, subset));
    // If each alarm is accepted by itself and only all together are refused, all are quarantined.
    const refused = unstorable.length > 0 ? unstorable : alarms;
    const reasons = new Map(refused.map(({ event_id }) => [event_id, `cannot be stored: ${message}`]));
    return log.commit(webhook, { ...stored, parsed, extent, refused: reasons }, origin);
  }
}

import type { AnyPlugin, Plugin } from '#senders/plugin-api/plugin.js';
import type { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import { LARGE_BODY_BYTES } from '../../../intake/domain/delivery.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import { parseAlarms, parseLargeBody, type ParsedAlarm } from '../../domain/parse-alarms.js';
import type { PendingDelivery } from '../../../intake/domain/delivery.js';
import type { PendingSegment } from '../ports/processing-log.js';

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
export type ParseResults = readonly (readonly ParsedAlarm[])[];

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

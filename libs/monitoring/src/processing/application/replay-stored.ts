import type { Scope } from '#shared/kernel/scope.js';
import type { Alarm } from '../domain/alarm.js';
import { correlate } from '../domain/correlate.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import { isAsync, type AnyPlugin } from '#senders/plugin-api/plugin.js';
import { parseAlarms, parseAlarmsAsync, type ParsedAlarm } from '../domain/parse-alarms.js';
import { planReplay, type ReplayExtent } from '../domain/replay-outcomes.js';
import { convertToPings } from '../domain/fold-heartbeats.js';
import { findUnstorable } from './writing/find-unstorable.js';
import { UnstorableError } from './ports/processing-log.js';
import type {
  ReplayOrigin,
  ReplayLog,
  ReplayStep,
  ReplayStepResult,
  DeliveryToReplay,
} from './ports/replay-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';

export type ReplayResult =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'conflict'; readonly reason: string }
  | { readonly kind: 'replayed'; readonly created: number; readonly outcomes: readonly Outcome[] };

type ParseOverride = readonly ParsedAlarm[] | undefined;

/**
 * Runs a stored delivery through the plugin of its webhook again. Its alarms are out of order: they join the alert that covers
 * their time. Alarms that made an event are never changed, so the replay is idempotent.
 * @throws PluginUnavailableError while the plugin is unavailable
 */
export async function replayStored(
  log: ReplayLog,
  webhook: AdmittedWebhook,
  plugin: AnyPlugin,
  stored: DeliveryToReplay,
  extent: ReplayExtent,
  origin: { readonly by: Scope } | { readonly step: ReplayStep; readonly refusal?: ParseOverride },
): Promise<ReplayResult> {
  const { settings } = webhook;
  const parseOptions = { late: true, default_severity: settings.default_severity };
  const parseArguments = [webhook.options, stored.delivery_id, stored.delivery, parseOptions] as const;
  const parsed = convertToPings(
    settings,
    ('refusal' in origin ? origin.refusal : undefined) ??
      (isAsync(plugin)
        ? await parseAlarmsAsync(plugin, ...parseArguments)
        : parseAlarms(plugin, ...parseArguments)),
  );
  const alarms = parsed.flatMap((one) => (one.kind === 'alarm' ? [one.alarm] : []));
  let attempted: readonly Alarm[] = [];
  const attempt = async (refused: ReadonlyMap<string, string>): Promise<ReplayResult> => {
    let result = { kind: 'nothing' } as ReplayResult;
    const replayOrigin: ReplayOrigin =
      'by' in origin ? origin : { step: origin.step, result: () => toStepResult(result) };
    await log.commit(
      webhook,
      stored,
      alarms,
      (known, before) => {
        const plan = planReplay(before, parsed, extent);
        if (plan.kind !== 'replay') {
          result = plan;
          return undefined;
        }
        attempted = plan.alarms.filter(({ event_id }) => !refused.has(event_id));
        const correlation = correlate(known, attempted, settings);
        const created = correlation.events.length;
        return {
          correlation,
          decisions: plan.decisions,
          outcomes: plan.outcomes(correlation, refused),
          onWritten: (outcomes) => (result = { kind: 'replayed', created, outcomes }),
        };
      },
      replayOrigin,
    );
    return result;
  };
  try {
    return await attempt(new Map());
  } catch (error) {
    if (!(error instanceof UnstorableError)) throw error;
    const unstorable = await findUnstorable(attempted, (subset) =>
      log.canStore(webhook, subset, (known) => correlate(known, subset, settings)),
    );
    const reason = `cannot be stored: ${error.message}`;
    // If each alarm is accepted by itself and only all together are refused, all are quarantined.
    const refused = unstorable.length > 0 ? unstorable : attempted;
    return attempt(new Map(refused.map(({ event_id }) => [event_id, reason])));
  }
}

function toStepResult(result: ReplayResult): ReplayStepResult {
  if (result.kind === 'conflict') return { events: 0, conflicts: 1, reason: result.reason };
  return { events: result.kind === 'replayed' ? result.created : 0, conflicts: 0 };
}

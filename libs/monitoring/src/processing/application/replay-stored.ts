import type { Scope } from '#shared/kernel/scope.js';
import type { Alarm } from '../domain/alarm.js';
import { correlate } from '../domain/correlate.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import { isAsync, type AnyPlugin } from '#senders/plugin-api/plugin.js';
import { readAlarms, readAlarmsAsync, type ReadAlarm } from '../domain/read-alarms.js';
import { planReplay, type ReplayExtent } from '../domain/replay-outcomes.js';
import { withPings } from '../domain/fold-heartbeats.js';
import { findUnstorable } from './writing/find-unstorable.js';
import { UnstorableError } from './ports/processing-log.js';
import type {
  ReplayedFor,
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

type Refusal = readonly ReadAlarm[] | undefined;

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
  wanted: { readonly by: Scope } | { readonly step: ReplayStep; readonly refusal?: Refusal },
): Promise<ReplayResult> {
  const { settings } = webhook;
  const readOptions = { late: true, default_severity: settings.default_severity };
  const given = [webhook.options, stored.delivery_id, stored.delivery, readOptions] as const;
  const read = withPings(
    settings,
    ('refusal' in wanted ? wanted.refusal : undefined) ??
      (isAsync(plugin) ? await readAlarmsAsync(plugin, ...given) : readAlarms(plugin, ...given)),
  );
  const alarms = read.flatMap((one) => (one.kind === 'alarm' ? [one.alarm] : []));
  let tried: readonly Alarm[] = [];
  const attempt = async (refused: ReadonlyMap<string, string>): Promise<ReplayResult> => {
    let result = { kind: 'nothing' } as ReplayResult;
    const replayedFor: ReplayedFor =
      'by' in wanted ? wanted : { step: wanted.step, result: () => countOf(result) };
    await log.commit(
      webhook,
      stored,
      alarms,
      (known, before) => {
        const plan = planReplay(before, read, extent);
        if (plan.kind !== 'replay') {
          result = plan;
          return undefined;
        }
        tried = plan.alarms.filter(({ event_id }) => !refused.has(event_id));
        const correlation = correlate(known, tried, settings);
        const created = correlation.events.length;
        return {
          correlation,
          decisions: plan.decisions,
          outcomes: plan.outcomes(correlation, refused),
          written: (outcomes) => (result = { kind: 'replayed', created, outcomes }),
        };
      },
      replayedFor,
    );
    return result;
  };
  try {
    return await attempt(new Map());
  } catch (error) {
    if (!(error instanceof UnstorableError)) throw error;
    const culprits = await findUnstorable(tried, (some) =>
      log.accepts(webhook, some, (known) => correlate(known, some, settings)),
    );
    const reason = `cannot be stored: ${error.message}`;
    // If each alarm is accepted by itself and only all together are refused, all are quarantined.
    const refused = culprits.length > 0 ? culprits : tried;
    return attempt(new Map(refused.map(({ event_id }) => [event_id, reason])));
  }
}

function countOf(result: ReplayResult): ReplayStepResult {
  if (result.kind === 'conflict') return { events: 0, conflicts: 1, reason: result.reason };
  return { events: result.kind === 'replayed' ? result.created : 0, conflicts: 0 };
}

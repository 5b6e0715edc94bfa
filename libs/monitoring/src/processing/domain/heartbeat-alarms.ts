import { uuidFromHash } from '#shared/kernel/ids.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import {
  ANY_DELIVERY,
  findExpectedTime,
  type HeartbeatTerms,
} from '../../webhooks/domain/heartbeat-terms.js';
import type { parseHeartbeatReport } from '../../heartbeats/domain/heartbeat-delivery.js';
import type { Alarm } from './alarm.js';
import { sanitiseEvent } from './sanitise-event.js';

/** The event key of the alerts of a heartbeat. It contains the id of the webhook, which no sender knows. */
export function heartbeatKey(webhook_id: string, name: string): string {
  return `heartbeat/${webhook_id}/${name}`;
}

interface Source {
  readonly delivery: Delivery;
  readonly delivery_id: string;
}

type AlarmFactory = (event_key: string, source: Source) => Alarm;

type PingedHeartbeat = HeartbeatTerms & { readonly last_ping_at: Date | null };

export function missingAlarm(name: string, heartbeat: PingedHeartbeat): AlarmFactory {
  const { grace, severity, last_ping_at } = heartbeat;
  const last = last_ping_at?.toISOString() ?? null;
  const noun = name === ANY_DELIVERY ? 'delivery' : 'ping';
  const expectation = getExpectation(heartbeat);
  return createAlarm(name, {
    event_type: 'ALERT',
    severity,
    title: name === ANY_DELIVERY ? 'The source is silent' : `Heartbeat ${name} is missing`,
    description: `The last ${noun} came at ${last ?? 'no time'}; ${describeExpectation(expectation)}, with a grace of ${grace}.`,
    raw_data: { heartbeat: name, last_ping_at: last, ...expectation, grace },
  });
}

type Expectation = Readonly<Record<string, string | null>>;

function describeExpectation({ expect_every, schedule, timezone, expected_at }: Expectation): string {
  return schedule
    ? `one was expected at ${expected_at ?? 'no time'} by the schedule ${schedule} in ${timezone}`
    : `one is expected every ${expect_every}`;
}

/** The fields of the expectation that was not met, by its kind. */
function getExpectation(heartbeat: PingedHeartbeat): Expectation {
  const { expect_every, schedule, timezone = null, last_ping_at } = heartbeat;
  if (!schedule) return { expect_every };
  const expected_at = last_ping_at && findExpectedTime(heartbeat, last_ping_at).toISOString();
  return { schedule, timezone, expected_at };
}

/** @param report what the source said about its failure */
export function failedAlarm(
  name: string,
  { severity, last_ping_at }: PingedHeartbeat,
  { exit_status, run_id, output }: ReturnType<typeof parseHeartbeatReport>,
): AlarmFactory {
  const status = exit_status === null ? '' : ` with exit status ${exit_status}`;
  return createAlarm(name, {
    event_type: 'ALERT',
    severity,
    title: `Heartbeat ${name} failed${status}`,
    description: output === '' ? `The source of the heartbeat reported a failure${status}.` : output,
    raw_data: { heartbeat: name, exit_status, run_id, last_ping_at: last_ping_at?.toISOString() ?? null },
  });
}

export function recoveredAlarm(name: string, { last_ping_at }: PingedHeartbeat, at: Date): AlarmFactory {
  return createAlarm(name, {
    event_type: 'RECOVERY',
    title: name === ANY_DELIVERY ? 'The source is back' : `Heartbeat ${name} is back`,
    raw_data: {
      heartbeat: name,
      last_ping_at: at.toISOString(),
      ping_before_at: last_ping_at?.toISOString() ?? null,
    },
  });
}

export function deletedAlarm(name: string): AlarmFactory {
  return createAlarm(name, {
    event_type: 'RECOVERY',
    title:
      name === ANY_DELIVERY ? 'The heartbeat of the webhook was taken away' : `Heartbeat ${name} was deleted`,
    raw_data: { heartbeat: name, deleted: true },
  });
}

type AlarmContent = Pick<
  Parameters<typeof sanitiseEvent>[0],
  'event_type' | 'severity' | 'title' | 'description' | 'raw_data'
>;

function createAlarm(name: string, content: AlarmContent): AlarmFactory {
  return (event_key, { delivery, delivery_id }) => ({
    ...sanitiseEvent({
      ...content,
      event_key,
      rule: 'heartbeat',
      provider: 'tocsin',
      resource: { resource_id: name, resource_type: 'heartbeat', name },
      pointer: '',
    }),
    event_id: uuidFromHash(delivery.received_at, delivery_id, 'heartbeat', name, content.event_type),
    delivery_id,
    created_at: delivery.received_at,
  });
}

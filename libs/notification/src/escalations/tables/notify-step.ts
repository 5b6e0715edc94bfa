import type { AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { formatId, uuidFromHash } from '#shared/kernel/ids.js';
import type { PublicUrl } from '#shared/kernel/public-url.js';
import { toNewNotification, type NewNotification } from '../../delivery/tables/notification-lanes.js';
import { buildAlertLinks, type AlertNotice } from '../../protocols/sent-message.js';
import type { Telling } from '../domain/run.js';
import type { StoredRun } from './runs.js';
import type { Receiver } from './step-receivers.js';

interface ToldStep {
  readonly run: StoredRun;
  readonly telling: Telling;
  readonly alert: AlertInfo;
  readonly now: Date;
}

/** Returns the notification of a step, about the alert as it is now. Its id follows from the escalation, the cycle and the step. */
export function createStepNotification(
  { run, telling, alert, now }: ToldStep,
  { subscription_id, protocol_id }: Receiver,
  publicUrl: PublicUrl,
): NewNotification {
  const { cycle, step, again } = telling;
  return toNewNotification({
    notification_id: uuidFromHash(now, run.run_id, `${cycle} ${step} ${again}`, subscription_id),
    ...{ subscription_id, protocol_id },
    ...{ alert_id: run.alert_id, domain_id: run.domain_id, escalation_id: run.escalation_id },
    reason: `step ${step} of the escalation “${run.policy.name}”`,
    severity: alert.severity,
    message: createMessage({ run, telling, alert, now }, publicUrl),
    created_at: now,
    is_single: true,
  });
}

function createMessage({ run, telling, alert, now }: ToldStep, publicUrl: PublicUrl): AlertNotice {
  return {
    type: 'alert.opened',
    timestamp: now.toISOString(),
    data: {
      alert,
      change: {
        ...{ state_before: null, state: 'OPEN', severity_before: null, severity: alert.severity },
        event_id: run.event_id === null ? null : formatId('event', run.event_id),
        ...{ actor: null, assignee: null, note_id: null, note: null, flapping: false },
      },
      escalation: {
        escalation_id: formatId('escalation', run.escalation_id),
        name: run.policy.name,
        step: telling.step,
        cycle: telling.cycle,
      },
      links: buildAlertLinks(publicUrl, alert.alert_id),
    },
  };
}

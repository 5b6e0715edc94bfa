import type { Placements } from '#shared/platform/persistence/distribute.js';

/**
 * The place of each table of this context in a cluster: all are on the coordinator, like the outbox of alerts, whose order
 * needs it. Claims lock lanes of several domains with `for update skip locked`, in the transaction that takes units of the
 * quota.
 */
export const PLACEMENTS: Placements = {
  quota: 'coordinator',
  quota_usage: 'coordinator',
  quota_consumption: 'coordinator',
  subscription: 'coordinator',
  subscription_health: 'coordinator',
  silence: 'coordinator',
  silenced_alert: 'coordinator',
  inhibition: 'coordinator',
  inhibition_alert: 'coordinator',
  reminder: 'coordinator',
  notification: 'coordinator',
  notification_lane: 'coordinator',
  notification_hold: 'coordinator',
  notification_told: 'coordinator',
  flapping_told: 'coordinator',
  notification_ledger: 'coordinator',
  notification_resend: 'coordinator',
  notification_clock: 'coordinator',
  notification_cursor: 'coordinator',
  notification_receipt: 'coordinator',
  action_link_use: 'coordinator',
  slack_app: 'coordinator',
  escalation: 'coordinator',
  escalation_run: 'coordinator',
  escalation_entry: 'coordinator',
  on_call: 'coordinator',
  on_call_health: 'coordinator',
};

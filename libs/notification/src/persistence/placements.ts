import type { Placements } from '#shared/platform/persistence/distribute.js';

/**
 * Where the tables of this context are when the database is several machines: on the coordinator, as what they are made
 * from. Changes of alerts are read there in its order, and what is due is claimed across domains with
 * `for update skip locked`, in the transaction that takes from the quota.
 */
export const PLACEMENTS: Placements = {
  quota: 'coordinator',
  quota_usage: 'coordinator',
  quota_consumption: 'coordinator',
  subscription: 'coordinator',
  subscription_health: 'coordinator',
  silence: 'coordinator',
  silenced_alert: 'coordinator',
  notification: 'coordinator',
  notification_lane: 'coordinator',
  notification_hold: 'coordinator',
  notification_told: 'coordinator',
  notification_ledger: 'coordinator',
  notification_resend: 'coordinator',
  notification_cursor: 'coordinator',
  notification_receipt: 'coordinator',
};

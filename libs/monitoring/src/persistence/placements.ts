import type { Placements } from '#shared/platform/persistence/distribute.js';

/**
 * Where the tables of this context are stored on a cluster. Processing writes rows of one domain in a transaction, and
 * nearly all of them are on the machine of that domain.
 */
export const PLACEMENTS: Placements = {
  // Copied to every machine, because the tables of domains are joined with it. Only management writes it.
  webhook: 'everywhere',

  webhook_cursor: { primaryKey: ['webhook_id', 'domain_id'] },
  delivery_segment: {},
  quarantine: {},
  event: {},
  alert: {},
  alert_decision: {},
  alert_note: {},
  alert_act: {},
  alarm_state: {},
  signed_delivery: {},
  event_roll_up: {},
  event_roll_up_day: {},
  event_roll_up_delta: {},
  alert_roll_up: {},
  alert_roll_up_day: {},
  alert_roll_up_delta: {},
  ledger_delta: { addsDomain: true },

  // Not part of any domain.
  ledger: 'coordinator',
  // Ordered by the transaction numbers of the coordinator. Each machine has numbers of its own.
  event_feed: 'coordinator',
  alert_change: 'coordinator',
  alert_change_reader: 'coordinator',
  // Small, and claimed across domains with `for update skip locked`, which distributed tables do not support.
  verification: 'coordinator',
  replay: 'coordinator',
  confirmation: 'coordinator',
  plugin_upgrade: 'coordinator',
  worker_plugins: 'coordinator',
  // Small, and judged across domains in one statement.
  heartbeat: 'coordinator',
  heartbeat_watch: 'coordinator',
  // Written frequently, for webhooks of many domains in one statement.
  webhook_intake: 'coordinator',
  webhook_refusal: 'coordinator',
  access_key_use: 'coordinator',
  unreadable_tally: 'coordinator',
  spool_mark: 'coordinator',
  lost_deliveries: 'coordinator',
};

import type { Placements } from '#shared/platform/persistence/distribute.js';

/**
 * Where the tables of this context are when the database is several machines. What processing writes in one transaction
 * is of one domain, and nearly all of it is on the machine that has the domain.
 */
export const PLACEMENTS: Placements = {
  // Known to every machine, because what a domain has is joined with it. Written only by management.
  webhook: 'everywhere',

  webhook_cursor: { primaryKey: ['webhook_id', 'domain_id'] },
  delivery_segment: {},
  quarantine: {},
  event: {},
  alert: {},
  alert_decision: {},
  alarm_state: {},
  event_roll_up: {},
  event_roll_up_day: {},
  event_roll_up_delta: {},
  alert_roll_up: {},
  alert_roll_up_day: {},
  alert_roll_up_delta: {},
  ledger_delta: { addsDomain: true },

  // Belongs to no domain.
  ledger: 'coordinator',
  // In the order of the coordinator's transactions, of which a machine has its own.
  event_feed: 'coordinator',
  alert_change: 'coordinator',
  alert_change_reader: 'coordinator',
  // Claimed across domains with `for update skip locked`, which is refused there, and small.
  verification: 'coordinator',
  replay: 'coordinator',
  confirmation: 'coordinator',
  plugin_upgrade: 'coordinator',
  worker_plugins: 'coordinator',
  // Judged across domains in one statement, and small.
  heartbeat: 'coordinator',
  heartbeat_watch: 'coordinator',
  // Written again and again for webhooks of many domains in one statement.
  webhook_intake: 'coordinator',
  access_key_use: 'coordinator',
  unreadable_tally: 'coordinator',
  spool_mark: 'coordinator',
  lost_deliveries: 'coordinator',
};

import { normalizeSchedule } from '../../kernel/cron-schedule.js';
import { pick, type Info, type Kind } from '../kind.js';

const FIELDS = ['expect_every', 'schedule', 'timezone', 'grace', 'severity'];

/** Heartbeats are named like `alertmanager-fra/backup`: after their webhook, in which their name is unique. */
export const HEARTBEATS: Kind = {
  section: 'heartbeats',
  noun: 'heartbeat',
  id: 'heartbeat_id',
  project: 'required',
  fixed: [],
  durations: ['expect_every', 'grace'],
  ownerSection: 'webhooks',
  schema: (api) => ({
    properties: pick(api['PutHeartbeatRequest']?.properties ?? {}, ...FIELDS),
    required: [],
  }),
  defaults: ({ schedule }) => ({
    grace: '1m',
    severity: 'CRITICAL',
    ...(typeof schedule === 'string' && { timezone: 'UTC' }),
  }),
  // The service leaves out what is not given, and further blanks of a schedule.
  complete: (terms) => ({
    ...Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null)),
    ...(typeof terms['schedule'] === 'string' && {
      schedule: normalizeSchedule(terms['schedule']),
    }),
  }),
  nameOf: ({ webhook_id, name }, references) =>
    `${references.toName('webhooks', String(webhook_id)).replace(/^[^/]*\//, '')}/${String(name)}`,
  // `*` is in the settings of the webhook.
  isKept: ({ name }) => name !== '*',
  isManual: ({ name }, { settings }) => {
    const { heartbeats, heartbeat_of } = settings as Info;
    return heartbeats !== 'AUTO' && (heartbeat_of as Info | null)?.['name'] !== name;
  },
  read: (info) =>
    Object.fromEntries(Object.entries(pick(info, ...FIELDS)).filter(([, value]) => value !== null)),
  write: (terms) => terms,
};

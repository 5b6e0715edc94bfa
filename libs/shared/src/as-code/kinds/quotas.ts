import { pick, type Kind } from '../kind.js';

export const QUOTAS: Kind = {
  section: 'quotas',
  noun: 'quota',
  id: 'quota_id',
  project: 'none',
  fixed: [],
  schema: (api) => ({ properties: pick(api['QuotaLimit']?.properties ?? {}, 'day', 'month'), required: [] }),
  defaults: () => ({ day: -1, month: -1 }),
  nameOf: ({ protocol_id }) => String(protocol_id),
  read: ({ limit }) => ({ ...(limit as object) }),
  write: ({ day, month }, _, name) => ({ protocol_id: name, limit: { day, month } }),
};

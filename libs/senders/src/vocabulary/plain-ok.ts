import type { Plugin } from '../plugin-api/plugin.js';

/** The usual answer with 200, for senders that take every other success for a failure. */
export const plainOk: NonNullable<Plugin['answer']> = (_, { delivery_id, received_at }) => ({
  status: 200,
  body: { delivery_id, received_at: received_at.toISOString(), status: 'ACCEPTED' },
});

import type { Plugin } from '../plugin-api/plugin.js';

/** Responds with 200 and the usual body, for senders that treat every other 2xx status as a failure. */
export const answerOk: NonNullable<Plugin['answer']> = (_, { delivery_id, received_at }) => ({
  status: 200,
  body: { delivery_id, received_at: received_at.toISOString(), status: 'ACCEPTED' },
});

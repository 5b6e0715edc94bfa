import { Tocsin } from '../../../clients/typescript/src/tocsin.js';
import { learnServerTime } from './clock.js';

/** The URL of the service: one level above the page, below any path prefix of a proxy. */
export const SERVICE_URL = new URL('..', location.href).href.replace(/\/$/, '');

/** The client of the API. It authenticates with the session cookie. */
export const client = new Tocsin({ url: SERVICE_URL, retries: { attempts: 2 } });

const requestedAt = new Map<string, number>();

client.http.use({
  onRequest: ({ request, id }) => {
    requestedAt.set(id, Date.now());
    // The service requires this header against request forgery: pages of other origins cannot set it.
    request.headers.set('x-requested-with', 'console');
  },
  onResponse: ({ response, id }) => {
    learnServerTime(response, requestedAt.get(id) ?? 0);
    requestedAt.delete(id);
  },
  onError: ({ id }) => void requestedAt.delete(id),
});

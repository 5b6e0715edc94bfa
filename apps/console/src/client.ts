import { Tocsin } from '../../../clients/typescript/src/tocsin.js';

/** The URL of the service: one level above the page, below any path prefix of a proxy. */
export const SERVICE_URL = new URL('..', location.href).href.replace(/\/$/, '');

/** The client of the API. It authenticates with the session cookie. */
export const client = new Tocsin({ url: SERVICE_URL, retries: { attempts: 2 } });

client.http.use({
  // The service requires this header against request forgery: pages of other origins cannot set it.
  onRequest: ({ request }) => request.headers.set('x-requested-with', 'console'),
});

import { Tocsin } from '../../../clients/typescript/src/tocsin.js';

/** The service is one level above the page, whatever path a proxy puts both at. */
export const SERVICE = new URL('..', location.href).href.replace(/\/$/, '');

/** Acts by the cookie of the session. */
export const client = new Tocsin({ url: SERVICE, retries: { attempts: 2 } });

client.http.use({
  // By this the service knows that a change was not asked for by the page of another origin.
  onRequest: ({ request }) => request.headers.set('x-requested-with', 'console'),
});

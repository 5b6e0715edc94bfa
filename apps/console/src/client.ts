import { Tocsin } from '../../../clients/typescript/src/tocsin.js';
import { learnServerTime } from './clock.js';

/** The URL of the service: one level above the page, below any path prefix of a proxy. */
export const SERVICE_URL = new URL('..', location.href).href.replace(/\/$/, '');

const OPTIONS = { url: SERVICE_URL, retries: { attempts: 2 } };

let domain: string | undefined;

/** Returns the domain that this page shows; `undefined` until somebody is signed in. */
export const pageDomain = (): string | undefined => domain;

/** Sets the domain that this page shows, for as long as it lives. */
export function setPageDomain(domain_id: string): void {
  domain = domain_id;
}

/**
 * The client of the API. It authenticates with the session cookie, which all tabs share. So each call names the domain of its
 * page, and the service refuses it when another tab has moved the session to another domain.
 */
export const client = new Tocsin({
  ...OPTIONS,
  get domain_id() {
    return domain;
  },
});

/** The client for the session itself, whichever its domain is. */
export const sessionClient = new Tocsin(OPTIONS);

const requestedAt = new Map<string, number>();

for (const each of [client, sessionClient])
  each.http.use({
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

import type { Plugin } from '../plugin-api/plugin.js';

/** The origin is a host name (HTTP 1.1 Web Hooks for Event Delivery, section 4.1). */
const ORIGIN = /^[A-Za-z0-9.:_*-]{1,255}$/;

/**
 * Answers the abuse protection of CloudEvents, by which a sender asks whether an address accepts its events. Every origin
 * is allowed, because the address of the webhook is the credential. The callback that a sender may offer is never called.
 */
export const preflight: NonNullable<Plugin['preflight']> = ({ headers, max_rate }) => {
  const origin = headers['webhook-request-origin']?.trim();
  if (origin === undefined || !ORIGIN.test(origin)) return undefined;
  return {
    'webhook-allowed-origin': origin,
    'webhook-allowed-rate': max_rate === null ? '*' : String(Math.max(1, Math.floor(max_rate))),
  };
};

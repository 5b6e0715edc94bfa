import type { Plugin } from '../plugin-api/plugin.js';

/** An origin is a host name (HTTP 1.1 Web Hooks for Event Delivery, 4.1). */
const ORIGIN = /^[A-Za-z0-9.:_*-]{1,255}$/;

/**
 * Abuse protection of CloudEvents: the sender asks whether this address wants its events at all. Whoever knows the
 * address of a webhook may send to it. A callback it offers is not needed, and never called.
 */
export const preflight: NonNullable<Plugin['preflight']> = ({ headers, max_rate }) => {
  const origin = headers['webhook-request-origin']?.trim();
  if (origin === undefined || !ORIGIN.test(origin)) return undefined;
  return {
    'webhook-allowed-origin': origin,
    'webhook-allowed-rate': max_rate === null ? '*' : String(Math.max(1, Math.floor(max_rate))),
  };
};

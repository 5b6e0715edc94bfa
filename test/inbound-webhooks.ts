import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { call } from './client.js';
import { notificationUrl } from './notified-domain.js';
import type { Service } from './service.js';

/** The secret that PagerDuty gives when a webhook subscription is created. */
export const WEBHOOK_SECRET = 'lDQHScfUeXUKaQRNF8XIiDKZ7XX3itBAYzwU0TARw8l';

export interface InboundAnswer {
  readonly outcome: string;
  readonly reason: string | null;
  readonly alert_id: string | null;
  readonly detail?: string;
  readonly errors?: readonly { readonly field: string }[];
}

/** An alert as the API shows it. */
export interface Alert {
  readonly alert_id: string;
  readonly state: string;
  readonly acknowledged: boolean;
  readonly acknowledged_by: string | null;
  readonly resolved_by: string | null;
}

export type PagerDutyAction = 'acknowledged' | 'unacknowledged' | 'resolved' | 'reopened' | 'triggered';

/** Returns a webhook V3 as PagerDuty sends it. */
export function pagerDutyWebhook(incident_key: string, action: PagerDutyAction, more: object = {}): string {
  return JSON.stringify({
    event: {
      id: `01${crypto.randomUUID()}`,
      event_type: `incident.${action}`,
      resource_type: 'incident',
      occurred_at: new Date().toISOString(),
      agent: { id: 'PLH1HKV', summary: 'Ann Other', type: 'user_reference' },
      client: { name: 'PagerDuty' },
      data: { id: 'PGR0VU2', type: 'incident', incident_key, status: action, resolve_reason: null },
      ...more,
    },
  });
}

export function signPagerDuty(text: string, secret = WEBHOOK_SECRET): Record<string, string> {
  const hex = createHmac('sha256', secret).update(text).digest('hex');
  return { 'x-pagerduty-signature': `v1=${hex}` };
}

export type OpsgenieAction = 'Acknowledge' | 'UnAcknowledge' | 'Close' | 'Create';

/** Returns a webhook as Opsgenie sends it. */
export function opsgenieWebhook(
  alias: string,
  action: OpsgenieAction,
  { type = 'web', username = 'ann@example.com' }: { type?: string; username?: string } = {},
): string {
  return JSON.stringify({
    source: { name: '', type },
    alert: {
      ...{ alertId: crypto.randomUUID(), alias, username, message: 'Disk', tinyId: '23', updatedAt: 1 },
    },
    action,
    integrationName: 'Tocsin',
  }).replace('"updatedAt":1', `"updatedAt":${Date.now()}000000`);
}

/** Creates the inbound address of a subscription, and returns it at this service. */
export async function openInbound(
  service: Service,
  { domain_id, subscription_id }: { readonly domain_id: string; readonly subscription_id: string },
  more: object = {},
): Promise<string> {
  const url = notificationUrl(service, `subscription/${subscription_id}/inbound/rotate`);
  const { status, body } = await call<{ inbound_url: string; inbound: boolean }>('PUT', url, {
    domain_id,
    ...more,
  });
  expect([status, body.inbound]).toEqual([200, true]);
  return service.api.url + new URL(body.inbound_url).pathname;
}

/** Posts a webhook as it is. */
export const postInbound = (url: string, text: string | Buffer, headers: Record<string, string> = {}) =>
  call<InboundAnswer>('POST', url, text, headers);

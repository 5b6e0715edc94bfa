import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client, SERVICE_URL } from '../client.js';

export type Sample = Schemas['PluginSample'];

/** Milliseconds. */
const POLL_MS = 500;
const MAX_POLLS = 30;

/** Whether the sample reports that something is wrong, so that it opens an alert. */
export function isAlarm({ expect }: Sample): boolean {
  return (expect as { event?: { event_type?: string } }[]).some(({ event }) => event?.event_type === 'ALERT');
}

export const createMarker = (): string => crypto.getRandomValues(new Uint32Array(1)).join();

/** Reads a sample of a plugin with the present time. Its keys contain the marker, so that the same marker is the same alert. */
export async function readFreshSample(
  pluginId: string,
  name: string,
  marker: string,
): Promise<Sample | undefined> {
  const path = { plugin_id: pluginId };
  const { samples } = await client.call('getPlugin', { path, query: { marker } });
  return samples.find((each) => each.name === name);
}

/**
 * Posts a sample to a webhook as its sender would, and waits until the delivery is processed.
 * @param url the address of the webhook, which contains its access key
 */
export async function postSample(url: string, sample: Sample): Promise<Schemas['DeliveryInfo']> {
  const { content_type = 'application/json', headers, body } = sample;
  // Posts to the origin and path prefix of this page, because the browser may not reach the public URL of the service.
  const { pathname } = new URL(url, location.href);
  const response = await fetch(SERVICE_URL + pathname.slice(pathname.indexOf('/monitoring/v1/')), {
    method: 'POST',
    headers: {
      ...(headers as Record<string, string> | undefined),
      'content-type': content_type,
      prefer: 'wait=10',
    },
    body,
  });
  const answer = (await response.json()) as Schemas['DeliveryReceipt'] & { message?: string };
  if (!response.ok) throw new Error(answer.message ?? `The service answered HTTP ${response.status}.`);
  return waitForOutcomes(answer.delivery_id);
}

/** Reads the delivery until it has been processed: the wait of the post may have ended before. */
async function waitForOutcomes(delivery_id: string): Promise<Schemas['DeliveryInfo']> {
  for (let polls = 0; ; polls += 1) {
    const delivery = await client.call('getDelivery', { path: { delivery_id } });
    if (delivery.outcomes.length > 0 || polls === MAX_POLLS) return delivery;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

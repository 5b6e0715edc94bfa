import { isObject } from '#shared/kernel/json.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { SNS_HOSTS } from '../../plugin-api/sns-signature.js';

/** Returns the URL that must be requested once before SNS sends messages of a topic. Only hosts of SNS are allowed. */
export const confirm: NonNullable<Plugin['confirm']> = ({ body }) => {
  if (!isObject(body) || body['Type'] !== 'SubscriptionConfirmation') return undefined;
  const url = body['SubscribeURL'];
  if (typeof url !== 'string') return undefined;
  const query = URL.parse(url)?.searchParams;
  return query?.get('Action') === 'ConfirmSubscription' && query.get('Token') === body['Token']
    ? { url, hosts: SNS_HOSTS, signed_by: 'SNS' }
    : undefined;
};

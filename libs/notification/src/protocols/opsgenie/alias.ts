import { truncateKey } from '#shared/kernel/clean-text.js';
import type { SentMessage } from '../sent-message.js';

/** A limit of Opsgenie, in characters, less the ending of a second alias. */
const MAX_ALIAS_LENGTH = 500;

/**
 * Returns the alias of an alert of Opsgenie: equal for all notifications of a subscription about the same subject. The alias of
 * an alert is `{subscription_id}:{alert_id}`, because an alias is unique in an account, and several subscriptions may tell
 * different teams of one alert.
 */
export function createAlias({ type, data }: SentMessage, subscription_id: string): string {
  if ('alert' in data) return `${subscription_id}:${data.alert.alert_id}`;
  if (!('subject' in data)) return `${subscription_id}:${type}`;
  const ids = Object.entries(data.subject).filter(([name]) => name.endsWith('_id'));
  const subjectKind = type.split('.', 1)[0];
  return truncateKey(
    [subscription_id, subjectKind, ...ids.map(([, id]) => String(id))].join(':'),
    MAX_ALIAS_LENGTH,
  );
}

/** Returns the alias of an alert that takes the place of another one. */
export const createSecondAlias = (alias: string): string => `${alias}:2`;

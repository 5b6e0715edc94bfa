import { REMINDER_TYPE, type SentMessage } from './sent-message.js';

/** Changes that somebody must see although the alert was told or acknowledged before. */
export const PAGING_KINDS: ReadonlySet<string> = new Set([
  'alert.escalated',
  'alert.reopened',
  'alert.unacknowledged',
]);

/** Whether a message is a step of an escalation: the first one, a later one, or one that is told again. */
export function isStep({ data }: SentMessage): boolean {
  return 'alert' in data && data.escalation !== undefined;
}

/** Whether a message must be noticed by those who were told of the alert before: an edit of what they have seen notifies nobody. */
export function wakesPeople(message: SentMessage): boolean {
  return isStep(message) || message.type === REMINDER_TYPE || PAGING_KINDS.has(message.type);
}

import { isObject, type Json } from '#shared/kernel/json.js';
import type { Plugin, PluginOutcome } from '../../plugin-api/plugin.js';
import { textOf } from '../../vocabulary/text.js';

const VALIDATION_EVENT = 'Microsoft.EventGrid.SubscriptionValidationEvent';
const DELETED_EVENT = 'Microsoft.EventGrid.SubscriptionDeletedEvent';

/** Returns the notice of Event Grid about the subscription itself, if the body is one. */
function findNotice(body: Json): { readonly type: string; readonly code: string | undefined } | undefined {
  const [first] = Array.isArray(body) ? (body as Json[]) : [body];
  if (!isObject(first)) return undefined;
  const type = first['eventType'] ?? first['type'];
  if (type !== VALIDATION_EVENT && type !== DELETED_EVENT) return undefined;
  return { type, code: isObject(first['data']) ? textOf(first['data']['validationCode']) : undefined };
}

/** Returns the validation code. Event Grid sends events only after a response with its code and status 200. */
export const answer: NonNullable<Plugin['answer']> = ({ body }) => {
  const notice = findNotice(body);
  return notice?.type === VALIDATION_EVENT && notice.code !== undefined
    ? { status: 200, body: { validationResponse: notice.code } }
    : undefined;
};

/** Parses a notice about the subscription; `undefined` for any other body. */
export function parseNotice(body: Json): readonly PluginOutcome[] | undefined {
  const notice = findNotice(body);
  if (notice === undefined) return undefined;
  const reason =
    notice.type === DELETED_EVENT
      ? 'Event Grid: the subscription was deleted'
      : 'Event Grid asked whether it may send here, and was answered with its code';
  return [{ outcome: 'IGNORED', pointer: '', reason }];
}

export const recogniseNotice: NonNullable<Plugin['recognises']> = ({ body }) =>
  findNotice(body) === undefined ? 0 : 0.97;

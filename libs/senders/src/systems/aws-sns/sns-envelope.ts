import { isObject, type Json } from '#shared/kernel/json.js';
import { listAt, pointerOf, type AlarmFinder, type Found } from '../../vocabulary/alarms.js';
import { embeddedOf } from '../../vocabulary/embedded.js';
import { compilePath, valueAt, type Path } from '../../vocabulary/path.js';

interface Envelope extends Found {
  /** Where its message stands; no pointer leads into a text. */
  readonly message: string;
}

/** What SNS wraps a message in; also as Lambda functions get it, from SNS (`Records[].Sns`) or by way of a queue. */
function envelopesOf(body: Json): readonly Envelope[] {
  if (!isObject(body)) return [];
  const records = body['Records'];
  if (Array.isArray(records))
    return records.flatMap((record: Json, index) => {
      if (!isObject(record)) return [];
      const { Sns: sns } = record;
      if (isObject(sns)) return [envelopeAt(sns, pointerOf(['Records', index, 'Sns']))];
      const [queued, place] = [queuedIn(record), pointerOf(['Records', index, 'body'])];
      return queued === undefined ? [] : [{ value: queued, pointer: place, message: place }];
    });
  return isEnvelope(body) ? [envelopeAt(body, '')] : [];
}

function envelopeAt(value: Json, pointer: string): Envelope {
  return { value, pointer, message: `${pointer}/Message` };
}

/** SQS passes on the envelope as text, or what was in it where the subscription asks for that. */
function queuedIn({ eventSource, body, messageId }: Readonly<Record<string, Json>>): Json | undefined {
  const queued = eventSource === 'aws:sqs' ? embeddedOf(body) : undefined;
  if (!isObject(queued)) return undefined;
  if (isEnvelope(queued)) return queued;
  return 'AlarmName' in queued || 'detail-type' in queued
    ? { Type: 'Notification', MessageId: messageId ?? null, Message: queued }
    : undefined;
}

const TYPES: ReadonlySet<unknown> = new Set([
  'Notification',
  'SubscriptionConfirmation',
  'UnsubscribeConfirmation',
]);

/** Who relays a message may leave out what it does not need, the topic first. */
function isEnvelope(body: Readonly<Record<string, Json>>): boolean {
  const { Type, TopicArn, Message, SubscribeURL } = body;
  if (typeof TopicArn === 'string') return typeof Type === 'string' || Message !== undefined;
  return TYPES.has(Type) && (typeof Message === 'string' || typeof SubscribeURL === 'string');
}

/** The JSON inside each envelope; without an envelope the body itself (raw message delivery, API destinations). */
function messagesOf(body: Json): readonly Found[] {
  const envelopes = envelopesOf(body);
  if (envelopes.length === 0) return [{ value: body, pointer: '' }];
  return envelopes.flatMap(({ value, message: pointer }) => {
    // A confirmation may speak of alarms and is none.
    const told = isObject(value) && (value['Type'] ?? 'Notification') === 'Notification';
    const message = told ? embeddedOf(value['Message']) : undefined;
    return message === undefined ? [] : [{ value: message, pointer }];
  });
}

/** The messages, where each has something at all of these paths. */
export function messagesWith(...marks: readonly Path[]): AlarmFinder {
  const compiled = marks.map((mark) => compilePath(mark).steps);
  return (body) => {
    const found = messagesOf(body);
    const known = found.filter(({ value }) => compiled.every((steps) => valueAt(value, steps) !== undefined));
    return known.length > 0 && known.length === found.length ? known : undefined;
  };
}

/** The alerts of Alertmanager's body, where each message is one: a template of its SNS receiver may be JSON. No
 * pointer leads into a text, so theirs is the text's. */
export const alertsInMessages: AlarmFinder = (body) => {
  const found = messagesOf(body).map(({ value, pointer }) =>
    pointer === '' || !isObject(value) || valueAt(value, ['alerts', '0', 'labels']) === undefined
      ? undefined
      : listAt('alerts')(value)?.map((one) => ({ ...one, pointer })),
  );
  return found.length > 0 && found.every((alerts) => alerts !== undefined) ? found.flat() : undefined;
};

/** The envelopes themselves, whatever is inside. */
export const envelopes: AlarmFinder = (body) => {
  const found = envelopesOf(body);
  return found.length > 0 ? found : undefined;
};

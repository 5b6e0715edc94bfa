import { isObject, type Json } from '#shared/kernel/json.js';
import { listAt, pointerOf, type AlarmFinder, type Found } from '../../vocabulary/alarms.js';
import { embeddedOf } from '../../vocabulary/embedded.js';
import { compilePath, valueAt, type Path } from '../../vocabulary/path.js';

interface Envelope extends Found {
  /** JSON pointer of the message. It leads to the text, because a pointer cannot lead into one. */
  readonly message: string;
}

/** Returns the envelopes of SNS, also in the form that a Lambda function gets: from SNS (`Records[].Sns`) or from a queue. */
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

/** Opens a record of SQS: the envelope as text, or only its content if the subscription uses raw message delivery. */
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

/** Returns whether the body is an envelope. Relays may omit fields that they do not need, such as the topic. */
function isEnvelope(body: Readonly<Record<string, Json>>): boolean {
  const { Type, TopicArn, Message, SubscribeURL } = body;
  if (typeof TopicArn === 'string') return typeof Type === 'string' || Message !== undefined;
  return TYPES.has(Type) && (typeof Message === 'string' || typeof SubscribeURL === 'string');
}

/** Returns the JSON inside each envelope, or the body itself if there is none (raw message delivery, API destinations). */
function messagesOf(body: Json): readonly Found[] {
  const envelopes = envelopesOf(body);
  if (envelopes.length === 0) return [{ value: body, pointer: '' }];
  return envelopes.flatMap(({ value, message: pointer }) => {
    // The text of a confirmation may look like an alarm, but is not one.
    const told = isObject(value) && (value['Type'] ?? 'Notification') === 'Notification';
    const message = told ? embeddedOf(value['Message']) : undefined;
    return message === undefined ? [] : [{ value: message, pointer }];
  });
}

/** Returns a finder for bodies in which every message has a value at all of these paths. */
export function messagesWith(...marks: readonly Path[]): AlarmFinder {
  const compiled = marks.map((mark) => compilePath(mark).steps);
  return (body) => {
    const found = messagesOf(body);
    const known = found.filter(({ value }) => compiled.every((steps) => valueAt(value, steps) !== undefined));
    return known.length > 0 && known.length === found.length ? known : undefined;
  };
}

/** Finds alerts in messages that are bodies of Alertmanager, whose SNS receiver may have a JSON template. The alerts get
 * the pointer of the message, because a pointer cannot lead into a text. */
export const alertsInMessages: AlarmFinder = (body) => {
  const found = messagesOf(body).map(({ value, pointer }) =>
    pointer === '' || !isObject(value) || valueAt(value, ['alerts', '0', 'labels']) === undefined
      ? undefined
      : listAt('alerts')(value)?.map((one) => ({ ...one, pointer })),
  );
  return found.length > 0 && found.every((alerts) => alerts !== undefined) ? found.flat() : undefined;
};

/** Finds the envelopes, whatever they contain. */
export const envelopes: AlarmFinder = (body) => {
  const found = envelopesOf(body);
  return found.length > 0 ? found : undefined;
};

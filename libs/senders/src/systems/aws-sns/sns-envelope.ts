import { isObject, type Json } from '#shared/kernel/json.js';
import { listAt, toJsonPointer, type AlarmFinder, type FoundAlarm } from '../../vocabulary/alarm-finder.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { compilePath, valueAt, type Path } from '../../vocabulary/path.js';

interface Envelope extends FoundAlarm {
  /** JSON pointer of the message. It leads to the text, because a pointer cannot lead into one. */
  readonly message: string;
}

/** Returns the envelopes of SNS, also in the form that a Lambda function gets: from SNS (`Records[].Sns`) or from a queue. */
function parseEnvelopes(body: Json): readonly Envelope[] {
  if (!isObject(body)) return [];
  const records = body['Records'];
  if (Array.isArray(records))
    return records.flatMap((record: Json, index) => {
      if (!isObject(record)) return [];
      const { Sns: sns } = record;
      if (isObject(sns)) return [createEnvelope(sns, toJsonPointer(['Records', index, 'Sns']))];
      const [queuedEnvelope, bodyPointer] = [
        openQueueRecord(record),
        toJsonPointer(['Records', index, 'body']),
      ];
      return queuedEnvelope === undefined
        ? []
        : [{ value: queuedEnvelope, pointer: bodyPointer, message: bodyPointer }];
    });
  return isEnvelope(body) ? [createEnvelope(body, '')] : [];
}

function createEnvelope(value: Json, pointer: string): Envelope {
  return { value, pointer, message: `${pointer}/Message` };
}

/** Opens a record of SQS: the envelope as text, or only its content if the subscription uses raw message delivery. */
function openQueueRecord({ eventSource, body, messageId }: Readonly<Record<string, Json>>): Json | undefined {
  const queuedEnvelope = eventSource === 'aws:sqs' ? parseEmbeddedJson(body) : undefined;
  if (!isObject(queuedEnvelope)) return undefined;
  if (isEnvelope(queuedEnvelope)) return queuedEnvelope;
  return 'AlarmName' in queuedEnvelope || 'detail-type' in queuedEnvelope
    ? { Type: 'Notification', MessageId: messageId ?? null, Message: queuedEnvelope }
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
function parseMessages(body: Json): readonly FoundAlarm[] {
  const envelopes = parseEnvelopes(body);
  if (envelopes.length === 0) return [{ value: body, pointer: '' }];
  return envelopes.flatMap(({ value, message: pointer }) => {
    // The text of a confirmation may look like an alarm, but is not one.
    const isNotification = isObject(value) && (value['Type'] ?? 'Notification') === 'Notification';
    const message = isNotification ? parseEmbeddedJson(value['Message']) : undefined;
    return message === undefined ? [] : [{ value: message, pointer }];
  });
}

/** Returns a finder for bodies in which every message has a value at all of these paths. */
export function messagesWith(...marks: readonly Path[]): AlarmFinder {
  const compiled = marks.map((mark) => compilePath(mark).steps);
  return (body) => {
    const found = parseMessages(body);
    const matching = found.filter(({ value }) =>
      compiled.every((steps) => valueAt(value, steps) !== undefined),
    );
    return matching.length > 0 && matching.length === found.length ? matching : undefined;
  };
}

/** Finds alerts in messages that are bodies of Alertmanager, whose SNS receiver may have a JSON template. The alerts get
 * the pointer of the message, because a pointer cannot lead into a text. */
export const findAlertsInMessages: AlarmFinder = (body) => {
  const found = parseMessages(body).map(({ value, pointer }) =>
    pointer === '' || !isObject(value) || valueAt(value, ['alerts', '0', 'labels']) === undefined
      ? undefined
      : listAt('alerts')(value)?.map((one) => ({ ...one, pointer })),
  );
  return found.length > 0 && found.every((alerts) => alerts !== undefined) ? found.flat() : undefined;
};

/** Finds the envelopes, whatever they contain. */
export const findEnvelopes: AlarmFinder = (body) => {
  const found = parseEnvelopes(body);
  return found.length > 0 ? found : undefined;
};

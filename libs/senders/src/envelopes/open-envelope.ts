import { isObject, type Json } from '#shared/kernel/json.js';
import { DELIVERY_LIMITS } from '../plugin-api/delivery-limits.js';
import { toJsonPointer } from '../vocabulary/alarm-finder.js';
import { parseBase64Json, parseEmbeddedJson } from '../vocabulary/embedded.js';
import { parseInstant } from '../vocabulary/instant.js';

/** A body inside another one, and its position. */
export interface Content {
  readonly body: Json;
  readonly pointer: string;
  /** The inner body was text. A JSON pointer can lead to the text, but not into it. */
  readonly isText?: boolean;
  /** The time of the envelope, if it has one. */
  readonly sent_at?: Date | undefined;
}

type Fields = Readonly<Record<string, Json>>;

const NO_CONTENTS: readonly Content[] = [];
const contentCache = new WeakMap<object, readonly Content[]>();

/** Returns the bodies inside the envelope of a message service or gateway; an empty list for any other body. */
export function openEnvelope(body: Json): readonly Content[] {
  if (typeof body !== 'object' || body === null) return NO_CONTENTS;
  let contents = contentCache.get(body);
  if (contents === undefined) {
    contents = openBody(body);
    contentCache.set(body, contents);
  }
  return contents;
}

function openBody(body: Json): readonly Content[] {
  if (Array.isArray(body)) return openEach(body, '', openObject);
  if (!isObject(body)) return NO_CONTENTS;
  const records = body['records'];
  if (Array.isArray(records)) return openEach(records, '/records', openRecord);
  const content = openObject(body);
  return content === undefined ? NO_CONTENTS : [content];
}

function openObject(body: Fields): Content | undefined {
  const content = openMessage(body) ?? openEvent(body) ?? openRequest(body);
  const message = body['message'];
  const { Timestamp, time, eventTime } = body;
  const sentTime = Timestamp ?? time ?? eventTime ?? (isObject(message) ? message['publishTime'] : undefined);
  return content && { ...content, sent_at: sentTime === undefined ? undefined : parseInstant(sentTime) };
}

/** Opens every element of a list. One that is not an envelope is a content itself. Returns nothing if none of them is. */
function openEach(
  list: readonly Json[],
  base: string,
  openOne: (one: Fields) => Content | undefined,
): readonly Content[] {
  if (list.length === 0 || list.length > DELIVERY_LIMITS.maxAlarms) return NO_CONTENTS;
  const contents = list.map((one) => (isObject(one) ? openOne(one) : undefined));
  return contents.some((content) => content !== undefined)
    ? contents.map((content, index) => ({
        ...(content ?? { body: list[index] ?? null }),
        pointer: `${base}/${index}${content?.pointer ?? ''}`,
      }))
    : NO_CONTENTS;
}

/** Opens a message of Amazon SNS, or a push of Google Pub/Sub. */
function openMessage(body: Fields): Content | undefined {
  if (typeof body['Message'] === 'string' && (body['Type'] === 'Notification' || 'TopicArn' in body))
    return parseContent(body['Message'], ['Message']);
  const message = body['message'];
  return isObject(message) ? parseContent(message['data'], ['message', 'data'], parseBase64Json) : undefined;
}

/** Opens an event of EventBridge, CloudEvents or Event Grid. */
function openEvent(body: Fields): Content | undefined {
  if ('detail-type' in body) return parseContent(body['detail'], ['detail']);
  if ('specversion' in body)
    return (
      parseContent(body['data'], ['data']) ??
      parseContent(body['data_base64'], ['data_base64'], parseBase64Json)
    );
  return 'eventType' in body && 'eventTime' in body ? parseContent(body['data'], ['data']) : undefined;
}

/** Opens a request as API Gateway passes it to a function. */
function openRequest(body: Fields): Content | undefined {
  if (!('requestContext' in body || 'isBase64Encoded' in body)) return undefined;
  return parseContent(
    body['body'],
    ['body'],
    body['isBase64Encoded'] === true ? parseBase64Json : parseEmbeddedJson,
  );
}

/** Opens a record of Kafka's REST proxy or of its HTTP connectors. */
function openRecord(record: Fields): Content | undefined {
  return 'offset' in record || 'partition' in record || 'topic' in record
    ? parseContent(record['value'], ['value'])
    : undefined;
}

function parseContent(
  holder: Json | undefined,
  steps: readonly string[],
  read: (holder: Json | undefined) => Json | undefined = parseEmbeddedJson,
): Content | undefined {
  const body = read(holder);
  return isObject(body) || Array.isArray(body)
    ? { body, pointer: toJsonPointer(steps), isText: typeof holder === 'string' }
    : undefined;
}

import { isObject, type Json } from '#shared/kernel/json.js';
import { pointerOf } from '../vocabulary/alarms.js';
import { base64JsonOf, embeddedOf } from '../vocabulary/embedded.js';
import { instantOf } from '../vocabulary/instant.js';

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

const NONE: readonly Content[] = [];
const MOST = 100;
const found = new WeakMap<object, readonly Content[]>();

/** Returns the bodies inside the envelope of a message service or gateway; an empty list for any other body. */
export function transported(body: Json): readonly Content[] {
  if (typeof body !== 'object' || body === null) return NONE;
  let contents = found.get(body);
  if (contents === undefined) {
    contents = contentsOf(body);
    found.set(body, contents);
  }
  return contents;
}

function contentsOf(body: Json): readonly Content[] {
  if (Array.isArray(body)) return ofEach(body, '', open);
  if (!isObject(body)) return NONE;
  const records = body['records'];
  if (Array.isArray(records)) return ofEach(records, '/records', inRecord);
  const content = open(body);
  return content === undefined ? NONE : [content];
}

function open(body: Fields): Content | undefined {
  const content = inMessage(body) ?? inEvent(body) ?? inRequest(body);
  const message = body['message'];
  const { Timestamp, time, eventTime } = body;
  const sent = Timestamp ?? time ?? eventTime ?? (isObject(message) ? message['publishTime'] : undefined);
  return content && { ...content, sent_at: sent === undefined ? undefined : instantOf(sent) };
}

/** Opens every element of a list. Returns nothing if one of them is not an envelope. */
function ofEach(
  list: readonly Json[],
  base: string,
  openOne: (one: Fields) => Content | undefined,
): readonly Content[] {
  if (list.length === 0 || list.length > MOST) return NONE;
  const contents: Content[] = [];
  for (const [index, one] of list.entries()) {
    const content = isObject(one) ? openOne(one) : undefined;
    if (content === undefined) return NONE;
    contents.push({ ...content, pointer: `${base}/${index}${content.pointer}` });
  }
  return contents;
}

/** Opens a message of Amazon SNS, or a push of Google Pub/Sub. */
function inMessage(body: Fields): Content | undefined {
  if (typeof body['Message'] === 'string' && (body['Type'] === 'Notification' || 'TopicArn' in body))
    return held(body['Message'], ['Message']);
  const message = body['message'];
  return isObject(message) ? held(message['data'], ['message', 'data'], base64JsonOf) : undefined;
}

/** Opens an event of EventBridge, CloudEvents or Event Grid. */
function inEvent(body: Fields): Content | undefined {
  if ('detail-type' in body) return held(body['detail'], ['detail']);
  if ('specversion' in body)
    return held(body['data'], ['data']) ?? held(body['data_base64'], ['data_base64'], base64JsonOf);
  return 'eventType' in body && 'eventTime' in body ? held(body['data'], ['data']) : undefined;
}

/** Opens a request as API Gateway passes it to a function. */
function inRequest(body: Fields): Content | undefined {
  if (!('requestContext' in body || 'isBase64Encoded' in body)) return undefined;
  return held(body['body'], ['body'], body['isBase64Encoded'] === true ? base64JsonOf : embeddedOf);
}

/** Opens a record of Kafka's REST proxy or of its HTTP connectors. */
function inRecord(record: Fields): Content | undefined {
  return 'offset' in record || 'partition' in record || 'topic' in record
    ? held(record['value'], ['value'])
    : undefined;
}

function held(
  holder: Json | undefined,
  steps: readonly string[],
  read: (holder: Json | undefined) => Json | undefined = embeddedOf,
): Content | undefined {
  const body = read(holder);
  return isObject(body) || Array.isArray(body)
    ? { body, pointer: pointerOf(steps), isText: typeof holder === 'string' }
    : undefined;
}

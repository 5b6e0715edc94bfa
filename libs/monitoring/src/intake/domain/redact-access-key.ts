import type { Delivery } from './delivery.js';

/** As long as a key, so that the redacted text keeps its length. */
const REDACTED = '*'.repeat(32);
/**
 * The minimum number of leading characters of a key that are redacted at the end of a truncated body. Fewer reveal
 * nothing.
 */
const MIN_FRAGMENT_CHARACTERS = 6;

type UnstoredDelivery = Omit<Delivery, 'received_at'>;

/**
 * Replaces the access key wherever the delivery repeats it: users who may read deliveries must not be able to post
 * them. All other bytes stay as they are. Returns the same object if there is nothing to redact.
 */
export function redactAccessKey(delivery: UnstoredDelivery, accessKey: string): UnstoredDelivery {
  if (accessKey === '') return delivery;
  const { content_type, headers, query, path_suffix } = delivery;
  const body = redactBytes(delivery.body, accessKey);
  const isClean =
    body === delivery.body &&
    !content_type.includes(accessKey) &&
    !path_suffix.includes(accessKey) &&
    !hasAccessKey(headers, accessKey) &&
    !hasAccessKey(query, accessKey);
  if (isClean) return delivery;
  return {
    ...delivery,
    body,
    content_type: redactText(content_type, accessKey),
    path_suffix: redactText(path_suffix, accessKey),
    headers: redactTexts(headers, accessKey),
    query: redactTexts(query, accessKey),
  };
}

export function redactText(text: string, accessKey: string): string {
  return text.replaceAll(accessKey, REDACTED);
}

/** Redacts the beginning of an access key at the end of a body that was cut off inside the key. */
export function redactFragment(body: Buffer, accessKey: string): Buffer {
  for (let length = accessKey.length - 1; length >= MIN_FRAGMENT_CHARACTERS; length -= 1) {
    for (const encode of encodingsOf(body)) {
      const fragment = encode(accessKey.slice(0, length));
      const from = body.length - fragment.length;
      if (from < 0 || body.compare(fragment, 0, undefined, from) !== 0) continue;
      const redacted = Buffer.from(body);
      encode(REDACTED).copy(redacted, from);
      return redacted;
    }
  }
  return body;
}

type Encode = (text: string) => Buffer;

/** The encodings in which a body may contain a key. Keys are ASCII, and so are they in all encodings but UTF-16. */
function encodingsOf(body: Buffer): readonly Encode[] {
  return body.includes(0) ? ALL_ENCODINGS : [encodeAscii];
}

const encodeAscii: Encode = (text) => Buffer.from(text, 'latin1');
const ALL_ENCODINGS: readonly Encode[] = [
  encodeAscii,
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le').swap16(),
];

/**
 * Reverses {@link redactText} for a text that held this key. Needed to verify data that was signed before it was
 * redacted.
 */
export function restoreAccessKey(text: string, accessKey: string): string {
  return text.replaceAll(REDACTED, accessKey);
}

export function isRedacted(text: string): boolean {
  return text.includes(REDACTED);
}

function redactBytes(body: Buffer, accessKey: string): Buffer {
  let redacted = body;
  for (const encode of encodingsOf(body)) {
    const key = encode(accessKey);
    for (let at = redacted.indexOf(key); at !== -1; at = redacted.indexOf(key, at + key.length)) {
      if (redacted === body) redacted = Buffer.from(body);
      redacted.fill(encode(REDACTED), at, at + key.length);
    }
  }
  return redacted;
}

function hasAccessKey(texts: Readonly<Record<string, string>>, accessKey: string): boolean {
  for (const name in texts)
    if (name.includes(accessKey) || texts[name]?.includes(accessKey) === true) return true;
  return false;
}

function redactTexts(
  texts: Readonly<Record<string, string>>,
  accessKey: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [redactText(name, accessKey), redactText(text, accessKey)]),
  );
}

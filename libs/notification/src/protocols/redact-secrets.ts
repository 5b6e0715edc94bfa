import { secretOptionNames } from '#senders/plugin-api/check-options.js';
import { MASK } from '#senders/plugin-api/secret-options.js';
import type { AttemptResult, Outgoing, Protocol } from './protocol.js';

/** The minimum length of a whole secret, in characters. A shorter one reveals nothing and would match everywhere. */
const MIN_SECRET_LENGTH = 4;
/** The minimum length of a part of a secret, such as a word of a header. */
const MIN_PART_LENGTH = 8;
/** The minimum length of a secret that is cut off at the end of a text. */
const MIN_FRAGMENT_LENGTH = 6;
/**
 * The maximum number of texts to search for in an attempt, each in all spellings. With more, nothing of the response is kept.
 */
const MAX_SECRETS = 200;
/** The maximum length of all secrets together, in characters. */
const MAX_TOTAL_LENGTH = 16_384;
const NOT_STORED_REASON = 'what came back is not kept: the secret options are too long';

/**
 * Removes the secrets of an attempt from its result, because a receiver may repeat them, and callers who may only read
 * notifications must not learn them.
 */
export function redactResult(result: AttemptResult, protocol: Protocol, outgoing: Outgoing): AttemptResult {
  const { verdict, answer, receipt } = result;
  if (verdict.outcome === 'sent' && !answer && receipt === undefined) return result;
  const values = collectSecrets(protocol, outgoing);
  if (values.length === 0) return result;
  const redact = createRedactor(values);
  return {
    ...result,
    verdict:
      'reason' in verdict ? { ...verdict, reason: redact?.(verdict.reason) ?? NOT_STORED_REASON } : verdict,
    answer: answer && (redact?.(answer) ?? MASK),
    ...(receipt && {
      receipt: Object.fromEntries(
        Object.entries(receipt).map(([name, value]) => [
          name,
          typeof value === 'string' ? (redact?.(value) ?? MASK) : value,
        ]),
      ),
    }),
  };
}

/**
 * Returns an error with only the message and stack of the given one. Other properties may contain an address, as those of
 * `new URL` do.
 */
export function redactError(error: unknown, protocol: Protocol, outgoing: Outgoing): Error {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const redact = createRedactor(collectSecrets(protocol, outgoing));
  const redacted = new Error(redact?.(message) ?? NOT_STORED_REASON);
  redacted.stack = redact?.(stack ?? message) ?? NOT_STORED_REASON;
  return redacted;
}

/** Returns `undefined` if there are too many secrets. */
function createRedactor(values: readonly string[]): ((text: string) => string) | undefined {
  if (values.reduce((sum, { length }) => sum + length, 0) > MAX_TOTAL_LENGTH) return undefined;
  const secrets = new Set(values.filter(({ length }) => length >= MIN_SECRET_LENGTH));
  for (const value of values)
    for (const part of splitSecret(value)) if (part.length >= MIN_PART_LENGTH) secrets.add(part);
  if (secrets.size > MAX_SECRETS) return undefined;
  const spellings = new Set([...secrets].flatMap(listSpellings));
  const longestFirst = [...spellings].toSorted((a, b) => b.length - a.length);
  return (text) => redactText(text, longestFirst);
}

/** @param spellings must be sorted by length, the longest first */
function redactText(text: string, spellings: readonly string[]): string {
  let redacted = text;
  for (const spelling of spellings) redacted = redacted.replaceAll(spelling, MASK);
  return redactFragment(redacted, spellings);
}

/** Removes the beginning of a secret at the end of a text, which may have been cut off there. */
function redactFragment(text: string, spellings: readonly string[]): string {
  let from = text.length;
  const last = text.at(-1);
  for (const spelling of spellings) {
    const longest = Math.min(spelling.length - 1, text.length);
    for (let length = longest; length >= MIN_FRAGMENT_LENGTH; length -= 1)
      if (spelling[length - 1] === last && text.endsWith(spelling.slice(0, length))) {
        from = Math.min(from, text.length - length);
        break;
      }
  }
  return from === text.length ? text : text.slice(0, from) + MASK;
}

function collectSecrets(
  { protocol_id, optionsSchema }: Protocol,
  { options, signing_secrets, actions }: Outgoing,
): readonly string[] {
  const names = secretOptionNames({ plugin_id: protocol_id, optionsSchema });
  const links = actions.map(({ secret }) => secret);
  return [...names.map((name) => options[name]), ...signing_secrets, ...links].flatMap(collectTexts);
}

function collectTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}

/**
 * Returns parts that are secret by themselves: keys in an address, the credentials in a header, the password of Basic
 * authentication.
 */
function splitSecret(value: string): readonly string[] {
  if (/^https?:/i.test(value) && URL.canParse(value)) {
    const { pathname, search, searchParams } = new URL(value);
    const raw = search
      .slice(1)
      .split('&')
      .map((pair) => pair.slice(pair.indexOf('=') + 1));
    const inPath = pathname.split('/').filter((part) => /[\dA-Z]/.test(part) || part.length >= 16);
    return [pathname + search, pathname, search, ...inPath, ...raw, ...searchParams.values()];
  }
  const basic = /^basic +([\w+/=-]+)$/i.exec(value)?.[1];
  const credentials = basic === undefined ? '' : Buffer.from(basic, 'base64').toString();
  const password = credentials.slice(credentials.indexOf(':') + 1);
  return [credentials, password, value.replace(/^[\w-]+ +/, ''), ...value.split(/[\s,;="]+/)];
}

/** Returns the spellings of a secret in texts, addresses, JSON, HTML, hexadecimal and base64. */
function listSpellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret);
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const bytes = Buffer.from(secret);
  const base64 =
    secret.length < MIN_PART_LENGTH ? [] : [0, 1, 2].map((offset) => encodeInnerBase64(bytes, offset));
  return [
    ...[secret, json, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1)],
    ...[inUrl, inUrl.replaceAll('%20', '+'), inUrl.replace(/%../g, (code) => code.toLowerCase())],
    ...[html, html.replaceAll("'", '&#39;'), html.replaceAll("'", '&#x27;')],
    ...[bytes.toString('hex'), ...base64],
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** Returns the base64 of these bytes within a longer text, without the digits that depend on the bytes next to them. */
function encodeInnerBase64(bytes: Buffer, offset: number): string {
  const [text = ''] = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .split('=');
  return text.slice(Math.ceil((offset * 8) / 6), (bytes.length + offset) % 3 === 0 ? undefined : -1);
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  decodeStandardKey,
  type SignatureScheme,
  type SigningSettings,
} from '../../webhooks/domain/signature-settings.js';

export interface SignedContent {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bodies that may have been signed: the decoded body and, if it had a Content-Encoding, also the body as sent. */
  readonly bodies: readonly Buffer[];
  /** A message about a heartbeat, which no worker checks. */
  readonly is_ping?: boolean | undefined;
}

type Headers = SignedContent['headers'];

interface SignatureClaim {
  readonly signatures: readonly string[];
  readonly encoding: 'hex' | 'base64';
  /** The text that was signed in front of the body. */
  readonly signedPrefix: string;
  /** Seconds since the epoch; only present if the timestamp is part of the signed text. */
  readonly timestamp?: string;
  /** Only present if it is part of the signed text. A retry of the sender has the same id, and another timestamp. */
  readonly id?: string;
}

/** `refusal`: why the request is refused, as text for its sender. `signed_id`: see {@link Delivery}. */
export type SignatureCheck = { readonly refusal: string } | { readonly signed_id: string | undefined };

type ClaimError = { readonly missing: string } | { readonly malformed: string };
type HmacScheme = Exclude<SignatureScheme, 'NONE' | 'SNS'>;

/**
 * During a rotation a header has one signature for each secret. More than this is not a rotation, and each costs a
 * comparison.
 */
const MAX_SIGNATURES = 8;

/**
 * Checks the signature of a request, if its webhook requires one. Compares in constant time. Schemes that need the network
 * (SNS) are not checked here, and a ping cannot have them.
 */
export function checkSignature(
  request: SignedContent,
  { signature, secrets }: SigningSettings,
  now: Date,
): SignatureCheck {
  const { scheme, required, tolerance } = signature;
  if (scheme === 'SNS' && required && request.is_ping === true) return { refusal: SNS_PING_REFUSAL };
  if (scheme === 'NONE' || scheme === 'SNS') return UNSIGNED;
  const claim = CLAIM_PARSERS[scheme](request.headers, signature);
  if ('missing' in claim)
    return required ? { refusal: `The signature is missing: header ${claim.missing}` } : UNSIGNED;
  if ('malformed' in claim) return { refusal: `The signature cannot be read: ${claim.malformed}` };
  if (claim.timestamp !== undefined && !isTimestampValid(claim.timestamp, tolerance, now))
    return {
      refusal: `The signature is of another time: it may differ by ${tolerance} seconds from the time here`,
    };
  for (const secret of secrets) {
    const digest = findMatch(claim, keyOf(scheme, secret), request.bodies);
    if (digest !== undefined) return { signed_id: computeSignedId(claim, digest) };
  }
  return { refusal: 'The signature does not match' };
}

const UNSIGNED: SignatureCheck = { signed_id: undefined };
const SNS_PING_REFUSAL = 'Pings cannot be signed with SNS: use a webhook of their own for them';

/** Without an id or a time, equal bodies have equal signatures, and the second outage is signed as the first one was. */
function computeSignedId({ id, timestamp }: SignatureClaim, digest: Buffer): string | undefined {
  if (id !== undefined) return createHash('sha256').update(id).digest('hex');
  return timestamp === undefined ? undefined : digest.toString('hex');
}

function isTimestampValid(timestamp: string, tolerance: number, now: Date): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= tolerance;
}

function keyOf(scheme: HmacScheme, secret: string): string | Buffer {
  return scheme === 'STANDARD_WEBHOOKS' ? (decodeStandardKey(secret) ?? Buffer.alloc(0)) : secret;
}

/** Returns the signature of the body that was signed; `undefined` if none was. */
function findMatch(
  claim: SignatureClaim,
  key: string | Buffer,
  bodies: readonly Buffer[],
): Buffer | undefined {
  const digests = bodies.map((body) =>
    createHmac('sha256', key).update(claim.signedPrefix).update(body).digest(),
  );
  return digests.find((expected) =>
    claim.signatures.some((text) => {
      const given = Buffer.from(text, claim.encoding);
      return given.length === expected.length && timingSafeEqual(given, expected);
    }),
  );
}

function readHeader(headers: Headers, name: string): string | undefined {
  const given = headers[name];
  return given === undefined || typeof given === 'string' ? given?.trim() || undefined : given.join(',');
}

function splitSignatures(text: string, separator: string | RegExp, prefix: string): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .slice(0, MAX_SIGNATURES)
    .map((part) => part.slice(prefix.length));
}

type ClaimParser = (headers: Headers, settings: SigningSettings['signature']) => SignatureClaim | ClaimError;

function parseHexClaim(headers: Headers, name: string, prefix: string): SignatureClaim | ClaimError {
  const text = readHeader(headers, name);
  if (text === undefined) return { missing: name };
  const signatures = splitSignatures(text, ',', prefix);
  return signatures.length === 0
    ? { malformed: `${name} has none that begins with ${prefix}` }
    : { signatures, encoding: 'hex', signedPrefix: '' };
}

const CLAIM_PARSERS: Readonly<Record<HmacScheme, ClaimParser>> = {
  STANDARD_WEBHOOKS: (headers) => {
    // Svix, the origin of the standard, uses its own header prefix.
    const prefix =
      headers['webhook-signature'] === undefined && headers['svix-signature'] ? 'svix' : 'webhook';
    const [id, timestamp, text] = ['id', 'timestamp', 'signature'].map((name) =>
      readHeader(headers, `${prefix}-${name}`),
    );
    if (text === undefined) return { missing: 'webhook-signature' };
    if (id === undefined || timestamp === undefined)
      return { malformed: `${prefix}-id and ${prefix}-timestamp belong to it` };
    const signatures = splitSignatures(text, /(?<![\s,])[\s,]+(?=v\d)/, 'v1,');
    if (signatures.length === 0) return { malformed: `${prefix}-signature has none of version v1` };
    return { signatures, encoding: 'base64', signedPrefix: `${id}.${timestamp}.`, timestamp, id };
  },
  GITHUB: (headers, { header }) => parseHexClaim(headers, header ?? 'x-hub-signature-256', 'sha256='),
  SENTRY: (headers) => parseHexClaim(headers, 'sentry-hook-signature', ''),
  PAGERDUTY: (headers) => parseHexClaim(headers, 'x-pagerduty-signature', 'v1='),
  GRAFANA: (headers, { header, timestamp_header }) => {
    const claim = parseHexClaim(headers, header ?? 'x-grafana-alerting-signature', '');
    if (timestamp_header === null || !('signatures' in claim)) return claim;
    const timestamp = readHeader(headers, timestamp_header);
    return timestamp === undefined
      ? { malformed: `${timestamp_header} belongs to it` }
      : { ...claim, signedPrefix: `${timestamp}:`, timestamp };
  },
};

import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds. An older request may be one that somebody has recorded. */
const TOLERANCE_SECONDS = 300;
const SIGNATURE = /^v0=[0-9a-f]{64}$/;

export interface SignedRequest {
  /** The header X-Slack-Signature. */
  readonly signature: string | undefined;
  /** The header X-Slack-Request-Timestamp. */
  readonly timestamp: string | undefined;
  readonly body: Buffer;
}

export type SignatureProblem = 'missing' | 'wrong_time' | 'wrong_signature';

/**
 * Returns why a request is not from Slack; `undefined` if it is. Compares in constant time.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 * @param now the time of the database
 */
export function findSignatureProblem(
  { signature, timestamp, body }: SignedRequest,
  signing_secret: string,
  now: Date,
): SignatureProblem | undefined {
  if (signature === undefined || timestamp === undefined) return 'missing';
  if (!SIGNATURE.test(signature) || !/^\d{1,12}$/.test(timestamp)) return 'wrong_signature';
  const expected = createHmac('sha256', signing_secret).update(`v0:${timestamp}:`).update(body).digest();
  if (!timingSafeEqual(Buffer.from(signature.slice(3), 'hex'), expected)) return 'wrong_signature';
  const difference = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return difference > TOLERANCE_SECONDS ? 'wrong_time' : undefined;
}

import type { Json } from '#shared/kernel/json.js';
import type { AttemptResult } from '../protocol.js';
import { classifySmtpError, type SmtpError } from './classify.js';

/** What the attempts of a mail have reached so far. */
export interface MailProgress {
  /** The addresses that are tried again. */
  readonly left: readonly string[];
  /** The number of addresses that the server accepted. */
  readonly got: number;
  /** The addresses that it refused for good, with its replies. */
  readonly refused: readonly string[];
}

/** The number of characters of a response that are kept. */
export const MAX_ANSWER_LENGTH = 1_024;

/** Returns the addresses that an attempt is made to: who has got the mail does not get it again. */
export function selectRecipients(allowed: readonly string[], progress: Json | null): readonly string[] {
  if (progress === null) return allowed;
  const { left } = progress as unknown as MailProgress;
  return allowed.filter((address) => left.includes(address));
}

/**
 * Decides what becomes of a mail by the replies for each recipient (RFC 5321, 4.2.1): 4yz are tried again, alone, and 5yz are
 * final. The mail has failed only if all of them are.
 * @param to the addresses of this attempt
 * @param response the reply to the mail itself; not set if all recipients were refused
 */
export function classifyRecipients(
  before: MailProgress,
  to: readonly string[],
  refusals: readonly SmtpError[],
  response?: string,
): AttemptResult {
  const verdicts = refusals.map((refusal) => ({
    address: refusal.recipient ?? '',
    verdict: classifySmtpError({ ...refusal, command: 'RCPT TO' }),
    text: `${refusal.recipient}: ${refusal.response ?? refusal.responseCode}`,
  }));
  const later = verdicts.filter(({ verdict }) => verdict.outcome === 'retry');
  const accepted = to.length - refusals.length;
  const got = before.got + accepted;
  const refused = [
    ...before.refused,
    ...verdicts.filter((each) => !later.includes(each)).map(({ text }) => text),
  ];
  const replies = [response, ...before.refused, ...verdicts.map(({ text }) => text)];
  const answer = replies.filter((reply) => reply !== undefined).join('\n');
  const status = Number.parseInt(response ?? '', 10) || (refusals[0]?.responseCode ?? null);
  const result = { status, answer: answer.slice(0, MAX_ANSWER_LENGTH) };
  const waiting = later.map(({ text }) => text).join('; ');
  if (later.length > 0)
    return {
      ...result,
      verdict: {
        outcome: 'retry',
        reason: got > 0 ? `not delivered yet to ${waiting}` : `answered ${waiting}`,
        ...(got > 0 && { partly: accepted > 0 ? ('now' as const) : ('before' as const) }),
      },
      progress: { left: later.map(({ address }) => address), got, refused },
    };
  const missed = refused.join('; ');
  if (got === 0) return { ...result, verdict: { outcome: 'failed', reason: `answered ${missed}` } };
  const progress = { left: [], got, refused };
  return {
    ...result,
    verdict: { outcome: 'sent', ...(refused.length > 0 && { note: `not delivered to ${missed}` }) },
    ...(before.got > 0 && { progress }),
  };
}

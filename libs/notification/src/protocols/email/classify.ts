import type { Verdict } from '../domain/verdict.js';
import { TIMEOUT_MS } from '../outgoing-http.js';

/** What is known of an attempt that failed. */
export interface SmtpError {
  readonly code?: string;
  /** Of the system, where there is one. */
  readonly originalCode?: string;
  /** What the server was asked when it failed. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  /** Whom the server refused. */
  readonly recipient?: string;
}

/** Before a mail is sent, and of the server or what the operator has set: another mail will not fare better. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
]);
/** A refusal of these is one of the mail. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** 4yz may succeed later; 5yz is final where it is about this mail. */
export function classify({ code, originalCode, command, responseCode, response }: SmtpError): Verdict {
  const said = response === undefined ? '' : `: ${firstLine(response)}`;
  if (code === 'EABORT') return { outcome: 'retry', reason: `no answer within ${TIMEOUT_MS / 1000} seconds` };
  const cause = [originalCode, code].find((each) => each !== undefined && NOT_CONNECTED.has(each));
  if (cause !== undefined)
    return { outcome: 'retry', reason: `the mail server cannot be used: ${cause}${said}`, nothingLeft: true };
  if (responseCode === undefined)
    return { outcome: 'retry', reason: `the connection to the mail server failed: ${originalCode ?? code}` };
  const reason = `answered ${response === undefined ? responseCode : firstLine(response)}`;
  const isFinal = responseCode >= 500 && command !== undefined && ABOUT_THE_MAIL.has(command);
  return isFinal ? { outcome: 'failed', reason } : { outcome: 'retry', reason };
}

/** Some got it. Those who may get it later are worth sending it to all again: it has one id. */
export function classifyPartly(refusals: readonly SmtpError[]): Verdict {
  const later = refusals.find(({ responseCode = 0 }) => responseCode < 500);
  return later === undefined ? { outcome: 'sent' } : classify(later);
}

/** What the server said of the mail, and of each whom it refused. */
export function answerOf(response: string, refusals: readonly SmtpError[]): string {
  const said = refusals.map(({ recipient, response: why = '' }) =>
    recipient === undefined ? why : `${recipient}: ${why}`,
  );
  return [response, ...said].join('\n');
}

function firstLine(response: string): string {
  return response.replaceAll(/\s+/g, ' ').slice(0, 200);
}

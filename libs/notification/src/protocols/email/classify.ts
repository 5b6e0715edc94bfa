import type { Verdict } from '../domain/verdict.js';
import { TIMEOUT_MS } from '../outgoing-http.js';

/** An error of the SMTP client. */
export interface SmtpError {
  readonly code?: string;
  /** The code of the operating system, if there is one. */
  readonly originalCode?: string;
  /** The SMTP command that failed. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  /** The address that the server refused. */
  readonly recipient?: string;
  /** The errors of the recipients, if all were refused. */
  readonly rejectedErrors?: readonly SmtpError[];
}

/**
 * Errors that occur before the mail is sent. They concern the server or the settings of the operator, so another mail would
 * fail as well.
 */
const PRE_SEND_ERRORS = new Set([
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
/** SMTP commands whose refusal concerns this mail. */
const MESSAGE_COMMANDS = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** Classifies an error: replies 4yz may succeed later, 5yz are final if they concern this mail. */
export function classifySmtpError({
  code,
  originalCode,
  command,
  responseCode,
  response,
}: SmtpError): Verdict {
  const detail = response === undefined ? '' : `: ${firstLine(response)}`;
  if (code === 'EABORT') return { outcome: 'retry', reason: `no answer within ${TIMEOUT_MS / 1000} seconds` };
  const cause = [originalCode, code].find((each) => each !== undefined && PRE_SEND_ERRORS.has(each));
  if (cause !== undefined)
    return {
      outcome: 'retry',
      reason: `the mail server cannot be used: ${cause}${detail}`,
      nothingLeft: true,
    };
  if (responseCode === undefined)
    return { outcome: 'retry', reason: `the connection to the mail server failed: ${originalCode ?? code}` };
  const reason = `answered ${response === undefined ? responseCode : firstLine(response)}`;
  const isFinal = responseCode >= 500 && command !== undefined && MESSAGE_COMMANDS.has(command);
  return isFinal ? { outcome: 'failed', reason } : { outcome: 'retry', reason };
}

function firstLine(response: string): string {
  return response.replaceAll(/\s+/g, ' ').slice(0, 200);
}

import { createTransport } from 'nodemailer';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { TIMEOUT_MS } from '../outgoing-http.js';
import type { AttemptResult, Protocol } from '../protocol.js';
import { isAboutOwnQuota } from '../sent-message.js';
import { classifySmtpError, type SmtpError } from './classify.js';
import { classifyRecipients, MAX_ANSWER_LENGTH, selectRecipients, type MailProgress } from './recipients.js';
import { render } from './render.js';
import { OPTIONS_SCHEMA, type EmailOptions } from './schema.js';

/** Bytes of text in an encoded word, which may have 75 characters. */
const MAX_WORD_BYTES = 45;

/**
 * Encodes a subject that contains what looks like an encoded word (RFC 2047), because mail programs would decode it: the text
 * of a sender could look like another one to people than to the filters on its way. The mail client encodes all others.
 */
function encodeSubject(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words = [''];
  for (const character of subject) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= MAX_WORD_BYTES) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** The mail server, as set by the operator. */
export interface MailSettings {
  /** `smtp://user:password@host:587` */
  readonly url: string;
  readonly from: string;
  /** The addresses and domains that mails may be sent to; all if empty. */
  readonly allow: readonly string[];
  /** What a domain without a quota may send a day; unlimited if not set. */
  readonly perDay?: number;
}

/** Recorded for an address that the operator no longer allows. */
const FORBIDDEN = 'not sent: not allowed by MAIL_TO_ALLOW';
/** Recorded for those who are not told that the quota is used up, because no unit is left for them. */
const UNRESERVED = 'not sent: the quota is used up';
const NOBODY_ALLOWED: AttemptResult = {
  verdict: { outcome: 'failed', reason: 'MAIL_TO_ALLOW allows none of the addresses', nothingLeft: true },
  status: null,
  answer: null,
};

/** Sends a mail for each change, in one thread for each alert. */
export function createEmailProtocol({ url, from, allow }: MailSettings): Protocol {
  const transport = createTransport({ url, disableFileAccess: true, disableUrlAccess: true });
  return {
    protocol_id: 'email',
    name: 'Email',
    description:
      'Sends each change as an email, through the mail server of the operator. The emails of an alert form a thread.',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: false,
    takesTemplate: 'wording',
    showsActions: true,
    findReader: ({ to }) => {
      const [first = null, ...others] = to as EmailOptions['to'];
      return others.length === 0 ? first : null;
    },

    async checkOptions(options) {
      const { forbidden } = splitRecipients(options, allow);
      const reason = `must not have ${forbidden.join(', ')}: the operator allows mails only to what MAIL_TO_ALLOW lists`;
      return forbidden.length === 0 ? [] : [{ option: 'to', reason }];
    },

    countUnits: (options, progress) =>
      Math.max(1, selectRecipients(splitRecipients(options, allow).allowed, progress).length),

    preview(outgoing) {
      const { to, subject, text, html } = render(outgoing, from);
      return { from, to, subject, text, html };
    },

    async send(outgoing): Promise<AttemptResult> {
      const { allowed: all, forbidden } = splitRecipients(outgoing.options, allow);
      if (all.length === 0) return NOBODY_ALLOWED;
      // That message takes the reserved unit alone, and each recipient takes one.
      const allowed = isAboutOwnQuota(outgoing.message, 'email') ? all.slice(0, 1) : all;
      const mail = render(outgoing, from);
      const before = (outgoing.progress ?? {
        ...{ left: allowed, got: 0 },
        refused: [
          ...forbidden.map((address) => `${address}: ${FORBIDDEN}`),
          ...all.slice(allowed.length).map((address) => `${address}: ${UNRESERVED}`),
        ],
      }) as unknown as MailProgress;
      const to = selectRecipients(allowed, outgoing.progress);
      try {
        const { response, rejectedErrors = [] } = await transport.sendMail({
          ...mail,
          to: allowed,
          envelope: { from, to: [...to] },
          subject: encodeSubject(mail.subject),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return classifyRecipients(before, to, rejectedErrors as readonly SmtpError[], response);
      } catch (error) {
        const { responseCode, response, rejectedErrors = [] } = error as SmtpError;
        if (rejectedErrors.length > 0) return classifyRecipients(before, to, rejectedErrors);
        const verdict = classifySmtpError(error as SmtpError);
        return {
          // Nothing is known of what is left, so that all of it is tried again.
          verdict: verdict.outcome === 'retry' && before.got > 0 ? { ...verdict, partly: 'before' } : verdict,
          status: responseCode ?? null,
          answer: response?.slice(0, MAX_ANSWER_LENGTH) ?? null,
        };
      }
    },
  };
}

/** @param allow addresses and domains in lower case; all are allowed if it is empty */
function splitRecipients(options: PluginOptions, allow: readonly string[]) {
  const { to } = options as unknown as EmailOptions;
  const isAllowed = (address: string) => {
    const given = address.toLowerCase();
    return (
      allow.length === 0 || allow.includes(given) || allow.includes(given.slice(given.lastIndexOf('@') + 1))
    );
  };
  return { allowed: to.filter(isAllowed), forbidden: to.filter((address) => !isAllowed(address)) };
}

import { createTransport } from 'nodemailer';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { TIMEOUT_MS } from '../outgoing-http.js';
import type { AttemptResult, Protocol } from '../protocol.js';
import { encodeSubject } from './encode-subject.js';
import { formatReplies, classifySmtpError, classifyRefusals, type SmtpError } from './classify.js';
import { render } from './render.js';
import { OPTIONS_SCHEMA, type EmailOptions } from './schema.js';

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

/** The number of characters of a response that are kept. */
const MAX_ANSWER_LENGTH = 1_024;

/** Recorded for an address that the operator no longer allows, as if the server had refused it. */
const FORBIDDEN_REPLY = { responseCode: 550, response: 'not sent: not allowed by MAIL_TO_ALLOW' };
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

    async checkOptions(options) {
      const { forbidden } = splitRecipients(options, allow);
      const reason = `must not have ${forbidden.join(', ')}: the operator allows mails only to what MAIL_TO_ALLOW lists`;
      return forbidden.length === 0 ? [] : [{ option: 'to', reason }];
    },

    async send(outgoing): Promise<AttemptResult> {
      const { allowed, forbidden } = splitRecipients(outgoing.options, allow);
      if (allowed.length === 0) return NOBODY_ALLOWED;
      const mail = render(outgoing, from);
      const { message, receipt } = outgoing;
      const isFirst = 'alert' in message.data && receipt === null;
      try {
        const sent = await transport.sendMail({
          ...mail,
          to: allowed,
          subject: encodeSubject(mail.subject),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const refusals = [
          ...((sent.rejectedErrors ?? []) as readonly SmtpError[]),
          ...forbidden.map((recipient) => ({ recipient, ...FORBIDDEN_REPLY })),
        ];
        return {
          verdict: classifyRefusals(refusals),
          status: Number.parseInt(sent.response, 10) || null,
          answer: formatReplies(sent.response, refusals).slice(0, MAX_ANSWER_LENGTH),
          ...(isFirst && { receipt: { subject: mail.subject } }),
        };
      } catch (error) {
        const { responseCode, response } = error as SmtpError;
        return {
          verdict: classifySmtpError(error as SmtpError),
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

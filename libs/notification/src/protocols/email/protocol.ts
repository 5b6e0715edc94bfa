import { createTransport } from 'nodemailer';
import { TIMEOUT_MS } from '../outgoing-http.js';
import type { AttemptResult, Protocol } from '../protocol.js';
import { formatReplies, classifySmtpError, classifyRefusals, type SmtpError } from './classify.js';
import { render } from './render.js';
import { OPTIONS_SCHEMA } from './schema.js';

/** The mail server, as set by the operator. */
export interface MailSettings {
  /** `smtp://user:password@host:587` */
  readonly url: string;
  readonly from: string;
}

/** The number of characters of a response that are kept. */
const MAX_ANSWER_LENGTH = 1_024;

/** Sends a mail for each change, in one thread for each alert. */
export function createEmailProtocol({ url, from }: MailSettings): Protocol {
  const transport = createTransport({ url, disableFileAccess: true, disableUrlAccess: true });
  return {
    protocol_id: 'email',
    name: 'Email',
    description:
      'Sends each change as an email, through the mail server of the operator. The emails of an alert form a thread.',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: false,

    async send(outgoing): Promise<AttemptResult> {
      const mail = render(outgoing, from);
      const { message, receipt } = outgoing;
      const isFirst = 'alert' in message.data && receipt === null;
      try {
        const sent = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(TIMEOUT_MS) });
        const refusals = (sent.rejectedErrors ?? []) as readonly SmtpError[];
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

import { startMailServer, type ReceivedMail } from '../mail-server.js';

/** A mail as a person sees it. */
export interface ShownMail {
  readonly subject: string;
  readonly messageId: string;
}

/** Starts an imitation of a mail server with a mailbox for each recipient. Each test takes addresses of its own. */
export async function startMailboxes() {
  const server = await startMailServer();
  const mailbox = (address: string) => server.received.filter(({ to }) => to.includes(address));
  return {
    ...server,
    /**
     * Refuses a recipient from now on. Replies are temporary from 400 and final from 500 on:
     * https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1
     */
    refuse(address: string, code: number, text: string): void {
      server.state.recipients = { ...server.state.recipients, [address]: { code, text } };
    },

    accept(address: string): void {
      const { [address]: _, ...others } = server.state.recipients;
      server.state.recipients = others;
    },

    createAddress: (name = 'jane') => `${name}-${crypto.randomUUID()}@example.com`,

    /** The mails of a recipient as they came. */
    mailbox,

    /**
     * The conversations that a person sees: mails with common References, as
     * https://www.rfc-editor.org/rfc/rfc5322#section-3.6.4 says. Mail programs show a mail that came twice once.
     */
    threads(address: string): ShownMail[][] {
      const threads = new Map<string, Map<string, ShownMail>>();
      for (const mail of mailbox(address)) {
        const shown = shownMail(mail);
        const [first = shown.messageId] = (mail.headers.get('references') ?? '').match(/<[^>]+>/g) ?? [];
        const thread = threads.get(first) ?? new Map<string, ShownMail>();
        threads.set(first, thread.set(shown.messageId, shown));
      }
      return [...threads.values()].map((thread) => [...thread.values()]);
    },
  };
}

const shownMail = ({ headers }: ReceivedMail): ShownMail => ({
  subject: headers.get('subject') ?? '',
  messageId: headers.get('message-id') ?? '',
});

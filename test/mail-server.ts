import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { freePort } from './ports.js';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Unfolded headers by lower-case name; the last one counts. */
  readonly headers: ReadonlyMap<string, string>;
  readonly raw: string;
}

type Refusals = Readonly<Record<string, { readonly code: number; readonly text: string }>>;

/** https://www.rfc-editor.org/rfc/rfc5322#section-2.1.1: characters of a line. Many servers reject mails with longer lines. */
const MAX_LINE_LENGTH = 998;

/** Starts an SMTP server that accepts one user. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  const state: { recipients: Refusals; data: { readonly code: number; readonly text: string }[] } = {
    recipients: {},
    data: [],
  };
  async function receive(stream: Readable, recipients: readonly { readonly address: string }[]) {
    const raw = (await buffer(stream)).toString();
    const isTooLong = raw.split('\r\n').some((line) => Buffer.byteLength(line) > MAX_LINE_LENGTH);
    const refused = isTooLong ? { code: 554, text: 'a line is too long' } : state.data.shift();
    if (refused !== undefined) throw refusalOf(refused);
    received.push({ to: recipients.map(({ address }) => address), raw, headers: headersOf(raw) });
  }
  const createServer = () =>
    new SMTPServer({
      // The certificate of the server is not trusted.
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        username === 'tocsin' && password === 'secret'
          ? done(null, { user: username })
          : done(refusalOf({ code: 535, text: 'wrong password' })),
      onRcptTo: ({ address }, _, done) => {
        const refused = state.recipients[address];
        done(refused && refusalOf(refused));
      },
      onData: (stream, session, reply) =>
        void receive(stream, session.envelope.rcptTo).then(
          () => reply(null, 'queued'),
          (error: unknown) => reply(error as Error),
        ),
    });
  let server = createServer();
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const port = await freePort();
  await listen(port);
  return {
    url: `smtp://tocsin:secret@127.0.0.1:${port}`,
    received,
    /** What the server rejects: recipients by address, and the next mails. */
    state,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    reopen: async () => {
      server = createServer();
      await listen(port);
    },
  };
}

function refusalOf({ code, text }: { readonly code: number; readonly text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function headersOf(raw: string): ReadonlyMap<string, string> {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
}

import { SMTPServer } from 'smtp-server';
import { tryPort } from '../../tools/start/ports.js';

const HOST = '127.0.0.1';

/** A mail server in this process, on which mailboxes can be full. */
export class Mailboxes {
  /** Accepts everything. */
  static readonly FREE = 'free@example.com';
  /** Is full now and then. */
  static readonly NARROW = 'narrow@example.com';
  /** The number of mails that were accepted, for each recipient one. */
  acceptedCount = 0;
  isFull = false;

  private constructor(private readonly port: number) {}

  static async start(): Promise<Mailboxes & AsyncDisposable> {
    const mailboxes = new Mailboxes(await tryPort(HOST, 0));
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) => done(mailboxes.refuse(address)),
      onData: (stream, { envelope }, done) => {
        stream.resume().on('end', () => {
          mailboxes.acceptedCount += envelope.rcptTo.length;
          done(null, 'queued');
        });
      },
    });
    await new Promise<void>((resolve) => void server.listen(mailboxes.port, HOST, resolve));
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    return Object.assign(mailboxes, { [Symbol.asyncDispose]: close });
  }

  get url(): string {
    return `smtp://${HOST}:${this.port}`;
  }

  /** https://www.rfc-editor.org/rfc/rfc5321#section-4.2.2: 452 is "insufficient system storage", and temporary. */
  private refuse(address: string): Error | null {
    return this.isFull && address === Mailboxes.NARROW
      ? Object.assign(new Error('mailbox full'), { responseCode: 452 })
      : null;
  }
}

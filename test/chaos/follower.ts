import { get, type IncomingMessage } from 'node:http';
export interface Message {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** A client of Server-Sent Events that stores the messages it receives. */
export class Follower {
  readonly messages: Message[] = [];
  /** The value that a browser would send as Last-Event-ID when it reconnects. */
  lastId = '';
  ended = false;
  private buffer = '';

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.parseChunk(text));
    response.once('close', () => (this.ended = true));
    response.on('error', () => (this.ended = true));
  }

  static open(url: string, { key, after = '' }: { key: string; after?: string }): Promise<Follower> {
    const headers = {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      ...(after === '' ? {} : { 'last-event-id': after }),
    };
    return new Promise((resolve, reject) => {
      get(url, { headers, agent: false }, (response) => resolve(new Follower(response))).once(
        'error',
        reject,
      );
    });
  }

  /** The titles of the received events. */
  get titles(): string[] {
    return this.messages
      .filter(({ event }) => event === 'message')
      .map(({ data }) => (JSON.parse(data) as { title: string }).title);
  }

  close(): void {
    this.response.destroy();
  }

  private parseChunk(text: string): void {
    const blocks = (this.buffer + text).split('\n\n');
    this.buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      this.lastId = fields.get('id') ?? this.lastId;
      const data = fields.get('data');
      if (data !== undefined)
        this.messages.push({ id: this.lastId, event: fields.get('event') ?? 'message', data });
    }
  }
}

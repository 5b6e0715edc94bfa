import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Asks the API of one domain, over a connection that stays open; what comes is not parsed. */
export class Asking {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly domain: string,
  ) {}

  get(path: string): Promise<string> {
    return this.send('GET', `${path}?domain_id=${this.domain}`);
  }

  ask(path: string, query: object): Promise<string> {
    return this.send('POST', `events/${path}`, JSON.stringify({ domain_id: this.domain, query }));
  }

  /** The cursor of the next page, if there is one. */
  async page(limit: number, cursor?: string): Promise<string | undefined> {
    const answer = await this.ask('search', { page: cursor === undefined ? { limit } : { limit, cursor } });
    return /"next_cursor":"([^"]+)"/.exec(answer.slice(-1000))?.[1];
  }

  /** @throws when it is refused: figures of failures are of no use. */
  private send(method: string, path: string, body?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { agent, headers } = this;
      const sent = request(
        `${this.url}/monitoring/v1/${path}`,
        { method, agent, headers: { ...headers } },
        (answer) => {
          text(answer).then(
            (read) => (answer.statusCode === 200 ? resolve(read) : reject(new Error(`${path}: ${read}`))),
            reject,
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A client of the API for one domain. It keeps its connection open and does not parse responses. */
export class ApiClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly domain: string,
  ) {}

  get(path: string): Promise<string> {
    return this.send('GET', `${path}?domain_id=${this.domain}`);
  }

  postQuery(path: string, query: object): Promise<string> {
    return this.send('POST', `events/${path}`, JSON.stringify({ domain_id: this.domain, query }));
  }

  /** Reads a page and returns the cursor of the next one, if there is one. */
  async fetchPage(limit: number, cursor?: string): Promise<string | undefined> {
    const answer = await this.postQuery('search', {
      page: cursor === undefined ? { limit } : { limit, cursor },
    });
    return /"next_cursor":"([^"]+)"/.exec(answer.slice(-1000))?.[1];
  }

  /** @throws when the request fails: failed requests must not count in the figures */
  private send(method: string, path: string, body?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { agent, headers } = this;
      const clientRequest = request(
        `${this.url}/monitoring/v1/${path}`,
        { method, agent, headers: { ...headers } },
        (answer) => {
          text(answer).then(
            (responseText) =>
              answer.statusCode === 200
                ? resolve(responseText)
                : reject(new Error(`${path}: ${responseText}`)),
            reject,
          );
        },
      );
      clientRequest.on('error', reject);
      clientRequest.end(body);
    });
  }
}

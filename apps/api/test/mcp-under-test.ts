import pg from 'pg';
import { expect } from 'vitest';
import { newId, parseId } from '#shared/kernel/ids.js';
import { McpClient } from './ask-mcp.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: {
    readonly warning: string;
    readonly cut: boolean;
    readonly untrusted: unknown;
  };
}

interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: object;
  readonly inputSchema: { readonly required?: readonly string[] };
}

type Arguments = Readonly<Record<string, unknown>>;
type Caller = 'viewer' | 'admin' | 'other';

export const createHeaders = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** An API with MCP=on, a client, and keys of the domains `shop` (viewer, admin) and `bank` (other). */
export class McpUnderTest {
  private readonly client = new McpClient();

  private constructor(
    readonly api: ApiUnderTest,
    readonly pool: pg.Pool,
    readonly keys: Readonly<Record<Caller, string>>,
    /** A uuid. */
    private readonly webhook: string,
    /** Of the API that is asked. */
    private readonly url: string,
  ) {}

  /** @param serve starts another API with the database, which is asked instead */
  static async start(
    serve = (api: ApiUnderTest): string | Promise<string> => api.url,
  ): Promise<McpUnderTest> {
    const api = await startApi({ MCP: 'on', NOTIFICATION_ALLOW: '192.0.2.1' });
    const pool = new pg.Pool({ connectionString: api.databaseUrl, max: 2 });
    const { body } = await api.call('POST', '/monitoring/v1/webhooks', {
      body: { domain_id: 'shop', project_id: 'p', name: 'w', plugin_info: { plugin_id: 'direct' } },
    });
    const createKey = async (user_id: string, domain_id: string, role: string) => {
      const made = await api.call('POST', '/identity/v1/api-keys', { body: { user_id, domain_id, role } });
      return String(made.body['api_key']);
    };
    const keys = {
      viewer: await createKey('viewer', 'shop', 'VIEWER'),
      admin: await createKey('admin', 'shop', 'ADMIN'),
      other: await createKey('other', 'bank', 'ADMIN'),
    };
    return new McpUnderTest(
      api,
      pool,
      keys,
      parseId('webhook', String(body['webhook_id'])),
      await serve(api),
    );
  }

  async close(): Promise<void> {
    this.client.close();
    await this.pool.end();
    await this.api.close();
  }

  async addAlert(
    title: string,
    more: { domain_id?: string; severity?: string; description?: string } = {},
  ): Promise<string> {
    const { domain_id = 'shop', severity = 'ERROR', description = '' } = more;
    const alert_id = newId('alert');
    await this.pool.query(
      `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, description,
         opened_at, last_received_at, event_count, duplicate_count)
       values ($1, $2, $3, 'p', $5, 'OPEN', $4, $5, $6, now(), now(), 1, 0)`,
      [domain_id, parseId('alert', alert_id), this.webhook, severity, title, description],
    );
    return alert_id;
  }

  ask(name: string, given: Arguments, key: string = this.keys.viewer): Promise<Result> {
    return this.client.ask<Result>({
      url: `${this.url}/mcp`,
      headers: createHeaders(key),
      method: 'callTool',
      params: { name, arguments: given },
    });
  }

  listTools(key: string | undefined, url = this.api.url): Promise<{ tools: Tool[] }> {
    return this.client.ask({ url: `${url}/mcp`, headers: createHeaders(key), method: 'listTools' });
  }

  /** Returns the data of a result. */
  async read<Data>(name: string, given: Arguments, key?: string): Promise<Data> {
    const { isError, content, structuredContent } = await this.ask(name, given, key);
    expect(isError ?? false, content[0]?.text).toBe(false);
    return structuredContent?.untrusted as Data;
  }

  /** Returns the text of an error. */
  async fail(name: string, given: Arguments, key?: string): Promise<string> {
    const { isError, content } = await this.ask(name, given, key);
    expect(isError).toBe(true);
    return content[0]?.text ?? '';
  }

  postRaw(body: string, headers: Record<string, string>, url = this.api.url): Promise<Response> {
    const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return fetch(`${url}/mcp`, { method: 'POST', body, headers: { ...types, ...headers } });
  }
}

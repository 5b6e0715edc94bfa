import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

interface McpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method: 'listTools' | 'callTool' | 'getServerVersion';
  readonly params?: object;
}

/** The client of the SDK, in a process of its own. */
export class McpClient {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'mcp-client.js'), {
    execArgv: [],
    env: { PATH: process.env['PATH'] },
  });
  private last: Promise<unknown> = Promise.resolve();

  /** Connects, asks and disconnects. Requests are sent one after the other. @throws what the client throws, as text */
  ask<Result>(request: McpRequest): Promise<Result> {
    const answer = this.last.catch(() => undefined).then(() => this.send(request));
    this.last = answer;
    return answer as Promise<Result>;
  }

  close(): void {
    this.child.kill();
  }

  private async send(request: McpRequest): Promise<unknown> {
    const answered = once(this.child, 'message') as Promise<[{ result?: unknown; error?: string }]>;
    this.child.send(request);
    const [{ result, error }] = await answered;
    if (error !== undefined) throw new Error(error);
    return result;
  }
}

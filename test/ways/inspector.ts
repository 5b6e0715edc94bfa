import { setTimeout as sleep } from 'node:timers/promises';

/** The port that Node's inspector opens on SIGUSR1. Only one process at a time can have it. */
const INSPECTOR_URL = 'http://127.0.0.1:9229/json';
const POLL_MS = 100;
const MAX_POLLS = 50;

interface Reply {
  readonly id: number;
  readonly result: unknown;
}

/** A session with the inspector of a running Node process. */
export class Inspector {
  private readonly pending = new Map<number, (result: unknown) => void>();
  private lastId = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as Reply;
      this.pending.get(id)?.(result);
      this.pending.delete(id);
    });
  }

  static async connect(pid: number): Promise<Inspector> {
    process.kill(pid, 'SIGUSR1');
    for (let polls = 1; ; polls += 1) {
      try {
        const targets = (await (await fetch(INSPECTOR_URL)).json()) as { webSocketDebuggerUrl: string }[];
        return await Inspector.open(targets[0]?.webSocketDebuggerUrl ?? '');
      } catch (error) {
        if (polls === MAX_POLLS) throw error;
        await sleep(POLL_MS);
      }
    }
  }

  private static async open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`cannot connect to ${url}`)), { once: true });
    });
    return new Inspector(socket);
  }

  send<Result>(method: string, params: object = {}): Promise<Result> {
    this.lastId += 1;
    const id = this.lastId;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.pending.set(id, resolve);
    this.socket.send(JSON.stringify({ id, method, params }));
    return promise as Promise<Result>;
  }

  /** Closes the inspector of the process too, so that that of another can be opened. */
  async close(): Promise<void> {
    const expression = `process.getBuiltinModule('node:inspector').close()`;
    void this.send('Runtime.evaluate', { expression });
    await sleep(500);
    this.socket.close();
    await sleep(300);
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { App } from '#shared/platform/config/config.js';
import type { ExitStatus } from '../supervisor/restart-policy.js';
import { builtFile } from './checkout.js';

export interface AppProcessOptions {
  readonly app: App;
  readonly env: NodeJS.ProcessEnv;
  /** The address that answers 200 once the app is ready. */
  readonly readyUrl: string;
  /** Receives the output of the app. By default the app writes to the output of this process. */
  readonly onOutput?: (text: string) => void;
  /** A built file that the app loads before its own code. */
  readonly preload?: string;
}

/** The built API or worker as a child process. */
export class AppProcess {
  /** Resolves when the app ends. Never rejects. */
  readonly ending: Promise<ExitStatus>;
  /** Resolves when the app ends, to words that say how. Never rejects. */
  readonly exitMessage: Promise<string>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly options: AppProcessOptions,
  ) {
    let failure: string | undefined;
    this.ending = new Promise((resolve) => {
      child.once('error', (error) => {
        failure = `could not be started: ${error.message}`;
        resolve({ code: null, signal: null });
      });
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    this.exitMessage = this.ending.then(
      ({ code, signal }) =>
        failure ?? (signal === null ? `ended with code ${code}` : `was ended by ${signal}`),
    );
  }

  static start(options: AppProcessOptions): AppProcess {
    const output = options.onOutput === undefined ? 'inherit' : 'pipe';
    const child = spawn(
      process.execPath,
      [
        '--import',
        pathToFileURL(builtFile('tools/start/end-with-parent.js')).href,
        ...(options.preload ? ['--import', pathToFileURL(builtFile(options.preload)).href] : []),
        builtFile(`bundle/${options.app}.js`),
      ],
      // Detached, so that Ctrl-C in a terminal reaches only the starter, which stops its children in the right order.
      { env: options.env, stdio: ['ignore', output, output, 'ipc'], detached: true },
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => options.onOutput?.(chunk.toString()));
    }
    return new AppProcess(child, options);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @throws when the app ends, or is not ready within `timeoutMs` */
  waitUntilReady(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    return waitUntilReady(
      this.options,
      () => (this.isRunning ? undefined : this.exitMessage),
      timeoutMs,
      signal,
    );
  }

  /** Sends SIGTERM and, after `timeoutMs`, SIGKILL. Returns the exit code. */
  async stop(timeoutMs = 30_000): Promise<number | null> {
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), timeoutMs);
    await this.exitMessage;
    clearTimeout(timer);
    return this.child.exitCode;
  }

  async kill(): Promise<void> {
    if (this.isRunning) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
  }
}

/**
 * Waits until the app is ready.
 * @param checkEnded says how the app ended; `undefined` while it runs
 * @throws when the app ends, or is not ready within `timeoutMs`
 */
export async function waitUntilReady(
  { app, readyUrl }: Pick<AppProcessOptions, 'app' | 'readyUrl'>,
  checkEnded: () => Promise<string> | undefined,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await isOk(readyUrl)); await sleep(50)) {
    signal?.throwIfAborted();
    const ended = checkEnded();
    if (ended !== undefined) throw new Error(`The ${app} ${await ended}`);
    if (Date.now() > deadline) throw new Error(`The ${app} was not ready within ${timeoutMs} ms`);
  }
}

const isOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

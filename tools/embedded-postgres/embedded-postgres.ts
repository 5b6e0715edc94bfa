import { spawn, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount, type Account } from './account.js';
import { findNpmBinaries, type Binaries } from './binaries.js';
import { BoundedLog } from './bounded-log.js';
import { Cluster, SUPERUSER } from './cluster.js';
import { lockFolder } from './folder-lock.js';
import { acceptsConnections, createDatabase } from './connection.js';
import { resolveDataDirectory } from './data-directory.js';
import { findChildren, stopOrphan, sendSignal, waitForExit } from './postmaster.js';
import { serverArguments, type Settings } from './settings.js';

export interface EmbeddedPostgresOptions {
  /** The preferred place of the data; `dataDirectory` is the actual one. */
  readonly dataDir: string;
  /** `false` is faster; the data then survives a crash of the server, but not of the machine. For tests. */
  readonly durable?: boolean;
  readonly settings?: Settings;
  /** The PostgreSQL to run; by default the one that npm installed. */
  readonly binaries?: Binaries;
  /** Called when the server ends without `stop` or `kill`. */
  readonly onUnexpectedExit?: (reason: string) => void;
}

/** A PostgreSQL server on the loopback interface, as a child of this process. */
export class EmbeddedPostgres {
  private child: ChildProcess | null = null;
  private address: { readonly port: number; readonly password: string } | null = null;

  private constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly account: Account | null,
    private readonly cluster: Cluster,
    private readonly unlock: () => void,
  ) {}

  /** Locks the data folder for this process. @throws FolderInUseError */
  static async open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const account = serverAccount();
    const dataDirectory = await resolveDataDirectory(options.dataDir, account);
    const unlock = await lockFolder(dataDirectory);
    return new EmbeddedPostgres(options, account, new Cluster(dataDirectory, account), unlock);
  }

  /** The folder of the cluster: `dataDir` or, if the server's account cannot reach it, a private directory. */
  get dataDirectory(): string {
    return this.cluster.dataDirectory;
  }

  get isRelocated(): boolean {
    return this.dataDirectory !== realpathSync(this.options.dataDir);
  }

  /** Returns the connection URL of the superuser. */
  url(database = 'postgres'): string {
    if (this.address === null) throw new Error('PostgreSQL was not started');
    return `postgresql://${SUPERUSER}:${this.address.password}@127.0.0.1:${this.address.port}/${database}`;
  }

  /** Creates the database unless it exists. */
  createDatabase(name: string): Promise<void> {
    return createDatabase(this.url(), name);
  }

  /** Resolves once the server accepts connections. `endedOrphan`: the server of an earlier start was still running. */
  async start(): Promise<{ endedOrphan: boolean }> {
    const durable = this.options.durable ?? true;
    const binaries = this.options.binaries ?? (await findNpmBinaries(this.account));
    await this.cluster.initialise(binaries, durable);
    const endedOrphan = (await stopOrphan(this.cluster.data)) !== null;
    this.address = {
      port: await this.cluster.choosePort(),
      password: await this.cluster.readOrCreatePassword(),
    };
    const log = new BoundedLog(this.cluster.log);
    for (
      const deadline = Date.now() + 10_000;
      !(await this.launch(binaries, durable, log));
      await sleep(100)
    ) {
      // Child processes of a killed server hold its shared memory until they notice that it is gone.
      const isMemoryInUse = /pre-existing shared memory block/.test(log.tail(20));
      if (!isMemoryInUse || Date.now() > deadline) {
        this.child = null;
        throw new Error(`PostgreSQL did not start (${log.path}): ${log.tail()}`);
      }
    }
    return { endedOrphan };
  }

  /** Ends all sessions and stops the server. After `timeoutMs` it is stopped by force, and the next start runs recovery. */
  async stop(timeoutMs = 15_000): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child?.pid !== undefined && isRunning(child)) {
      for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
        sendSignal(child.pid, name);
        if (await waitForExit([child.pid], name === 'SIGINT' ? timeoutMs : 5000)) break;
      }
    }
  }

  /** Kills all processes of the server at once, as a power cut would. */
  async kill(): Promise<void> {
    const pid = this.child?.pid;
    this.child = null;
    if (pid === undefined) return;
    const pids = [pid, ...findChildren(pid)];
    for (const each of pids) sendSignal(each, 'SIGKILL');
    await waitForExit(pids, 5000);
  }

  async close(): Promise<void> {
    await this.stop();
    this.unlock();
  }

  /** Closes the server and removes its data. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.dataDirectory, { recursive: true, force: true });
  }

  private reportExit(by: string, lastLines: string): void {
    this.child = null;
    this.options.onUnexpectedExit?.(`PostgreSQL was ended by ${by}: ${lastLines}`);
  }

  private async launch(binaries: Binaries, durable: boolean, log: BoundedLog): Promise<boolean> {
    const args = ['-D', this.cluster.data, '-p', String(this.address?.port)];
    // Detached, so that Ctrl-C in a terminal reaches only the starter, which stops its children in the right order.
    const options = { cwd: '/', env: {}, detached: true, ...this.account };
    const child = spawn(
      join(binaries.bin, 'postgres'),
      [...args, ...serverArguments(durable, this.options.settings ?? {})],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.child = child;
    child.stderr.on('data', (chunk: Buffer) => log.write(chunk.toString()));
    let ready = false;
    child.once('error', (error) => log.write(`${error.message}\n`));
    const closed = new Promise<void>((resolve) => {
      child.once('close', (code, by) => {
        resolve();
        if (ready && this.child === child) this.reportExit(by ?? `code ${code}`, log.tail(2));
      });
    });
    // No timeout: recovery after a crash may take long, and ends with a ready server or an exit.
    while (!ready && isRunning(child)) {
      try {
        ready = await acceptsConnections(this.url());
      } catch (cause) {
        await this.stop();
        throw new Error(
          `${this.cluster.passwordFile} does not contain the password that the database was created with. Restore this file`,
          { cause },
        );
      }
      if (!ready) await sleep(20);
    }
    if (!ready) await closed;
    return ready;
  }
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

import { spawn, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount, type Account } from './account.js';
import { npmBinaries, type Binaries } from './binaries.js';
import { BoundedLog } from './bounded-log.js';
import { Cluster, superuser } from './cluster.js';
import { lockFolder } from './folder-lock.js';
import { accepts, createDatabase } from './connection.js';
import { dataDirectoryOf } from './data-directory.js';
import { childrenOf, endOrphan, signal, untilGone } from './postmaster.js';
import { serverArguments, type Settings } from './settings.js';

export interface EmbeddedPostgresOptions {
  /** Where the data should live. See `dataDirectory` for where it does. */
  readonly dataDir: string;
  /** `false`: faster, survives a crash of the server but not of the machine. For tests. */
  readonly durable?: boolean;
  readonly settings?: Settings;
  /** The PostgreSQL to run; by default the one that came with npm. */
  readonly binaries?: Binaries;
  /** The server ended though nobody asked it to. */
  readonly onUnexpectedExit?: (reason: string) => void;
}

/** A PostgreSQL server of our own, on the loopback interface, as a child of this process. */
export class EmbeddedPostgres {
  private child: ChildProcess | null = null;
  private address: { readonly port: number; readonly password: string } | null = null;

  private constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly account: Account | null,
    private readonly cluster: Cluster,
    private readonly unlock: () => void,
  ) {}

  /** Takes the data folder for this process. @throws FolderInUseError */
  static async open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const account = serverAccount();
    const dataDirectory = await dataDirectoryOf(options.dataDir, account);
    const unlock = await lockFolder(dataDirectory);
    return new EmbeddedPostgres(options, account, new Cluster(dataDirectory, account), unlock);
  }

  /** The folder that holds the cluster: `dataDir`, or another one where the server's account cannot reach that. */
  get dataDirectory(): string {
    return this.cluster.dataDirectory;
  }

  get isElsewhere(): boolean {
    return this.dataDirectory !== realpathSync(this.options.dataDir);
  }

  /** As superuser. */
  url(database = 'postgres'): string {
    if (this.address === null) throw new Error('PostgreSQL was not started');
    return `postgresql://${superuser}:${this.address.password}@127.0.0.1:${this.address.port}/${database}`;
  }

  /** Makes the database unless it is there. */
  createDatabase(name: string): Promise<void> {
    return createDatabase(this.url(), name);
  }

  /** Returns once connections are accepted, and says whether an earlier server had to be stopped for it. */
  async start(): Promise<{ endedOrphan: boolean }> {
    const durable = this.options.durable ?? true;
    const binaries = this.options.binaries ?? (await npmBinaries(this.account));
    await this.cluster.initialise(binaries, durable);
    const endedOrphan = (await endOrphan(this.cluster.data)) !== null;
    this.address = { port: await this.cluster.port(), password: await this.cluster.password() };
    const log = new BoundedLog(this.cluster.log);
    for (
      const deadline = Date.now() + 10_000;
      !(await this.launch(binaries, durable, log));
      await sleep(100)
    ) {
      // Processes of a killed server need a moment to notice.
      const lingering = /pre-existing shared memory block/.test(log.tail(20));
      if (!lingering || Date.now() > deadline) {
        this.child = null;
        throw new Error(`PostgreSQL did not start (${log.path}): ${log.tail()}`);
      }
    }
    return { endedOrphan };
  }

  /** Ends the sessions and stops, at the latest after `timeoutMs` by force, which the next start repairs. */
  async stop(timeoutMs = 15_000): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child?.pid !== undefined && isRunning(child)) {
      for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
        signal(child.pid, name);
        if (await untilGone([child.pid], name === 'SIGINT' ? timeoutMs : 5000)) break;
      }
    }
  }

  /** As a power cut would: no process of the server gets to say goodbye. */
  async kill(): Promise<void> {
    const pid = this.child?.pid;
    this.child = null;
    if (pid === undefined) return;
    const all = [pid, ...childrenOf(pid)];
    for (const each of all) signal(each, 'SIGKILL');
    await untilGone(all, 5000);
  }

  async close(): Promise<void> {
    await this.stop();
    this.unlock();
  }

  /** Closes a server that was for one use only, and removes its data wherever it is. */
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
    // Detached, so that Ctrl-C in a terminal reaches the starter alone, which knows the order to stop in.
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
    // Recovery after a crash may take its time; it ends in readiness or in an exit.
    while (!ready && isRunning(child)) {
      try {
        ready = await accepts(this.url());
      } catch (cause) {
        await this.stop();
        throw new Error(
          `${this.cluster.passwordFile} does not hold the password that the database was made with: restore that file`,
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

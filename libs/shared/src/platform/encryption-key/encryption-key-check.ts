import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { messageOf } from '../../kernel/message-of.js';
import type { Encryption } from '../encryption.js';
import type { EncryptedColumn } from '../key-replacement.js';
import { isDatabaseUnavailable } from '../persistence/database-unavailable.js';
import { canOpen, openKeyCheck, WrongEncryptionKeyError } from './key-check-record.js';

export interface KeyCheckOptions {
  readonly columns: readonly EncryptedColumn[];
  /** The folder with a copy of the record, for a start without the database; `null` for no copy. */
  readonly folder: string | null;
}

const FILE = 'encryption-key-check';
/** Milliseconds between checks that the copy still exists, and between attempts to compare the key until one succeeds. */
const LOOK_MS = 1_000;
/** Milliseconds between comparisons after the first one that succeeded. */
const AGAIN_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/**
 * Checks that ENCRYPTION_KEY is the key of the database. A process with a wrong key would store secrets that no other process
 * can read, so it does not start. If the database is unavailable at the start, the local copy of the record can confirm the
 * key. Otherwise the process is not ready until the key was compared, and stops if it is wrong.
 */
export class EncryptionKeyCheck implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('EncryptionKey');
  private state: 'unchecked' | 'right' | 'wrong' = 'unchecked';
  private wasAsked = false;
  private kept: Buffer | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly pool: Pool,
    private readonly encryption: Encryption,
    private readonly options: KeyCheckOptions,
    /** Stops the process. Called only if the key has never matched the database. */
    private readonly stop: () => void,
  ) {}

  /** The result of the last comparison. */
  get isRight(): boolean {
    return this.state === 'right';
  }

  get obstacle(): string | undefined {
    return this.state === 'unchecked'
      ? 'ENCRYPTION_KEY has not been compared with the database yet'
      : undefined;
  }

  /** @throws WrongEncryptionKeyError */
  async onModuleInit(): Promise<void> {
    try {
      await this.ask();
    } catch (error) {
      if (!isNotThereYet(error)) throw error;
      if (await this.wasRightBefore()) this.state = 'right';
    }
    this.scheduleCheck();
  }

  onModuleDestroy(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    this.askedAt = performance.now();
    const sealed = await openKeyCheck(this.pool, this.encryption, this.options.columns);
    this.state = 'right';
    this.wasAsked = true;
    await this.keep(sealed);
  }

  private scheduleCheck(): void {
    if (this.closed) return;
    this.timer = setTimeout(() => void this.askAgain(), LOOK_MS).unref();
  }

  private async askAgain(): Promise<void> {
    try {
      if (!this.wasAsked || performance.now() - this.askedAt >= AGAIN_MS) await this.ask();
      // The folder may have been removed, and the database may be unavailable at the next start.
      else if (this.kept !== undefined) await this.keep(this.kept);
    } catch (error) {
      if (error instanceof WrongEncryptionKeyError) this.refuse(error);
      else if (!isNotThereYet(error))
        this.logger.warn(`ENCRYPTION_KEY is compared with the database later: ${messageOf(error)}`);
    }
    this.scheduleCheck();
  }

  /**
   * Reports a wrong key. If it matched before, the key was replaced without this process, which goes on serving what it has
   * in memory.
   */
  private refuse(error: WrongEncryptionKeyError): void {
    this.logger.error(error.message);
    this.state = 'wrong';
    if (!this.wasAsked) this.stop();
  }

  private async keep(sealed: Buffer): Promise<void> {
    const { folder } = this.options;
    if (folder === null || (this.kept?.equals(sealed) && existsSync(join(folder, FILE)))) return;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, FILE), sealed, { mode: 0o600, flush: true });
      this.kept = sealed;
    } catch (error) {
      this.logger.warn(`${FILE} was not kept in SPOOL_DIR: ${messageOf(error)}`);
    }
  }

  /** Whether the copy confirms the key. It may be older than the last replacement of the key, so it cannot prove a key wrong. */
  private async wasRightBefore(): Promise<boolean> {
    const { folder } = this.options;
    if (folder === null) return false;
    const sealed = await readFile(join(folder, FILE)).catch(() => undefined);
    return sealed !== undefined && canOpen(this.encryption, sealed);
  }
}

/** Whether the database is unavailable or not migrated yet, which readiness reports by itself. */
const isNotThereYet = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error as { code?: unknown }).code === UNDEFINED_TABLE;

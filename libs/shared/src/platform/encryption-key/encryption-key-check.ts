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
  /** Where the record is kept for a start without the database; `null`: nowhere. */
  readonly folder: string | null;
}

const FILE = 'encryption-key-check';
/** Milliseconds between looks: whether the file is still there, and until the key could be compared also for the record. */
const LOOK_MS = 1_000;
/** Milliseconds between comparisons once it could. */
const AGAIN_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/**
 * Whether ENCRYPTION_KEY is that of the database. With a wrong one a process would store secrets that all others cannot
 * read, so it does not start. It is not ready until it could ask, and stops if the answer is no.
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
    /** Ends the process, which never was ready. */
    private readonly stop: () => void,
  ) {}

  /** As of the last time that it could be asked. */
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
      // The folder may have been removed, and the database may be away at the next start.
      else if (this.kept !== undefined) await this.keep(this.kept);
    } catch (error) {
      if (error instanceof WrongEncryptionKeyError) this.refuse(error);
      else if (!isNotThereYet(error)) this.logger.warn(`tried again later: ${messageOf(error)}`);
    }
    this.scheduleCheck();
  }

  /** One that was right has been replaced without this process, which still serves what it has in memory. */
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

  /** The file may be older than the last replacement of the key: it can only confirm one. */
  private async wasRightBefore(): Promise<boolean> {
    const { folder } = this.options;
    if (folder === null) return false;
    const sealed = await readFile(join(folder, FILE)).catch(() => undefined);
    return sealed !== undefined && canOpen(this.encryption, sealed);
  }
}

/** The database is away or not migrated, which readiness tells by itself. */
const isNotThereYet = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error as { code?: unknown }).code === UNDEFINED_TABLE;

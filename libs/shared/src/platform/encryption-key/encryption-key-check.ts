import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { getLogMessage } from '../../kernel/error-message.js';
import type { Encryption } from '../encryption.js';
import type { EncryptedColumn } from '../key-replacement.js';
import { StartError } from '../lifecycle/explain-start-error.js';
import { isDatabaseUnavailable } from '../persistence/database-unavailable.js';

export interface KeyCheckOptions {
  readonly columns: readonly EncryptedColumn[];
  /** The folder with a copy of the record, for a start without the database; `null` for no copy. */
  readonly folder: string | null;
}

const FILE_NAME = 'encryption-key-check';
/** Milliseconds between checks that the copy still exists, and between attempts to compare the key until one succeeds. */
const CHECK_INTERVAL_MS = 1_000;
/** Milliseconds between comparisons after the first one that succeeded. */
const COMPARE_INTERVAL_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/**
 * Checks that ENCRYPTION_KEY is the key of the database. A process with a wrong key would store secrets that no other process
 * can read, so it does not start. If the database is unavailable at the start, the local copy of the record can confirm the
 * key. Otherwise the process is not ready until the key was compared, and stops if it is wrong.
 */
export class EncryptionKeyCheck implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('EncryptionKey');
  private state: 'unchecked' | 'right' | 'wrong' = 'unchecked';
  private wasCompared = false;
  private savedCopy: Buffer | undefined;
  private comparedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly pool: Pool,
    private readonly encryption: Encryption,
    private readonly options: KeyCheckOptions,
    /** Stops the process. Called only if the key has never matched the database. */
    private readonly stopProcess: () => void,
  ) {}

  /** The result of the last comparison. */
  get isValid(): boolean {
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
      await this.compareKey();
    } catch (error) {
      if (!isDatabaseNotReady(error)) throw error;
      if (await this.isConfirmedByCopy()) this.state = 'right';
    }
    this.scheduleCheck();
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async compareKey(): Promise<void> {
    this.comparedAt = performance.now();
    const sealed = await verifyKeyCheck(this.pool, this.encryption, this.options.columns);
    this.state = 'right';
    this.wasCompared = true;
    await this.saveCopy(sealed);
  }

  private scheduleCheck(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.recheck(), CHECK_INTERVAL_MS).unref();
  }

  private async recheck(): Promise<void> {
    try {
      if (!this.wasCompared || performance.now() - this.comparedAt >= COMPARE_INTERVAL_MS)
        await this.compareKey();
      // The folder may have been removed, and the database may be unavailable at the next start.
      else if (this.savedCopy !== undefined) await this.saveCopy(this.savedCopy);
    } catch (error) {
      if (error instanceof WrongEncryptionKeyError) this.reportWrongKey(error);
      else if (!isDatabaseNotReady(error))
        this.logger.warn(`ENCRYPTION_KEY is compared with the database later: ${getLogMessage(error)}`);
    }
    this.scheduleCheck();
  }

  /**
   * Reports a wrong key. If it matched before, the key was replaced without this process, which goes on serving what it has
   * in memory.
   */
  private reportWrongKey(error: WrongEncryptionKeyError): void {
    this.logger.error(error.message);
    this.state = 'wrong';
    if (!this.wasCompared) this.stopProcess();
  }

  private async saveCopy(sealed: Buffer): Promise<void> {
    const { folder } = this.options;
    if (folder === null || (this.savedCopy?.equals(sealed) && existsSync(join(folder, FILE_NAME)))) return;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, FILE_NAME), sealed, { mode: 0o600, flush: true });
      this.savedCopy = sealed;
    } catch (error) {
      this.logger.warn(`${FILE_NAME} was not kept in SPOOL_DIR: ${getLogMessage(error)}`);
    }
  }

  /** Whether the copy confirms the key. It may be older than the last replacement of the key, so it cannot prove a key wrong. */
  private async isConfirmedByCopy(): Promise<boolean> {
    const { folder } = this.options;
    if (folder === null) return false;
    const sealed = await readFile(join(folder, FILE_NAME)).catch(() => undefined);
    return sealed !== undefined && canDecrypt(this.encryption, sealed);
  }
}

/** Whether the database is unavailable or not migrated yet, which readiness reports by itself. */
const isDatabaseNotReady = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error as { code?: unknown }).code === UNDEFINED_TABLE;

const KEY_CHECK_TEXT = 'tocsin encryption key check';
/** Milliseconds for a statement. */
const TIMEOUT_MS = 3_000;

/** Re-encrypted with all other secrets when the key is replaced. */
export const KEY_CHECK: EncryptedColumn = {
  table: 'encryption_key_check',
  key: 'only_row',
  column: 'sealed',
};

/** ENCRYPTION_KEY is not the key that encrypted the secrets in the database. */
class WrongEncryptionKeyError extends StartError {
  override readonly name = 'WrongEncryptionKeyError';

  constructor(stored: string, current: string) {
    super(
      `ENCRYPTION_KEY is not the key of this database, whose secrets were encrypted with key ${stored} (this one is ` +
        `${current}). Set that key as ENCRYPTION_KEY or, to replace it, as ENCRYPTION_KEY_OLD.`,
    );
  }
}

const canDecrypt = (encryption: Encryption, sealed: Buffer): boolean => {
  try {
    return encryption.decrypt(sealed) === KEY_CHECK_TEXT;
  } catch {
    return false;
  }
};

/**
 * Returns the record that only the key of this database can decrypt. The first process writes it.
 * @throws WrongEncryptionKeyError, also if there is no record yet and none of the stored secrets can be decrypted
 */
async function verifyKeyCheck(
  pool: Pool,
  encryption: Encryption,
  columns: readonly EncryptedColumn[],
): Promise<Buffer> {
  let sealed = await findKeyCheck(pool);
  if (sealed === undefined) {
    await rejectForeignSecrets(pool, encryption, columns);
    await pool.query({
      text: 'insert into encryption_key_check (sealed) values ($1) on conflict do nothing',
      values: [encryption.encrypt(KEY_CHECK_TEXT)],
      query_timeout: TIMEOUT_MS,
    });
    // Another process may have written the record first, with another key.
    sealed = await findKeyCheck(pool);
  }
  if (sealed !== undefined && canDecrypt(encryption, sealed)) return sealed;
  throw new WrongEncryptionKeyError(sealed?.toString('hex', 0, 4) ?? 'unknown', encryption.currentId);
}

async function findKeyCheck(pool: Pool): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ sealed: Buffer }>({
    text: 'select sealed from encryption_key_check',
    query_timeout: TIMEOUT_MS,
  });
  return rows[0]?.sealed;
}

/**
 * Rejects a key that can decrypt none of the stored secrets. A database of an earlier release has secrets but no record, and
 * a wrong key must not become its key.
 */
async function rejectForeignSecrets(
  pool: Pool,
  encryption: Encryption,
  columns: readonly EncryptedColumn[],
): Promise<void> {
  const selects = columns.map(({ table, column }) => `select substr(${column}, 1, 4) as id from ${table}`);
  const { rows } = await pool.query<{ id: Buffer }>(`${selects.join(' union ')}`);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const [stored] = ids;
  if (stored === undefined || ids.some((id) => encryption.hasKeyFor(id))) return;
  throw new WrongEncryptionKeyError(stored.toString('hex'), encryption.currentId);
}

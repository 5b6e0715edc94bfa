import { Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { getLogMessage } from '../kernel/error-message.js';
import type { Encryption } from './encryption.js';
import { Every, HOUR_MS } from '../schedule/every.decorator.js';
import { inTransaction } from './persistence/in-transaction.js';

/** A column that stores secrets. The names go into SQL as they are. */
export interface EncryptedColumn {
  readonly table: string;
  /** The primary key, which has one column. */
  readonly key: string;
  readonly column: string;
}

interface Row {
  readonly key: unknown;
  readonly stored: Buffer;
}

const BATCH_SIZE = 500;

/**
 * Re-encrypts secrets that an older key encrypted, so that the old key can be discarded. It runs beside normal operation and
 * other workers: rows that others have locked are left for the next run.
 */
export class KeyReplacement {
  private readonly logger = new Logger('KeyReplacement');

  constructor(
    private readonly pool: Pool,
    private readonly encryption: Encryption,
    private readonly columns: readonly EncryptedColumn[],
  ) {}

  /** @returns how many secrets were re-encrypted, and how many cannot be read: their key is not set, or they are damaged */
  @Every(HOUR_MS, { atStart: true })
  async replace(): Promise<{ readonly renewed: number; readonly lost: number }> {
    let [renewed, unknown, damaged] = [0, 0, 0];
    for (const column of this.columns) {
      let lastKey: unknown;
      for (let rows: readonly Row[] = []; ; lastKey = rows.at(-1)?.key) {
        rows = await inTransaction(this.pool, async (client) => {
          const found = await this.lockNextBatch(client, column, lastKey);
          const known = found.filter(({ stored }) => this.encryption.hasKeyFor(stored));
          unknown += found.length - known.length;
          for (const row of known) {
            const secret = this.tryDecrypt(column, row);
            if (secret === undefined) damaged += 1;
            else {
              await this.reencrypt(client, column, row.key, secret);
              renewed += 1;
            }
          }
          return found;
        });
        if (rows.length < BATCH_SIZE) break;
      }
    }
    if (renewed > 0) this.logger.log(`${renewed} secrets were encrypted with the new key`);
    if (unknown > 0) {
      this.logger.error(
        `${unknown} secrets were encrypted with a key that is not set: set that key as ENCRYPTION_KEY_OLD`,
      );
    }
    return { renewed, lost: unknown + damaged };
  }

  private async lockNextBatch(
    client: PoolClient,
    encryptedColumn: EncryptedColumn,
    lastKey: unknown,
  ): Promise<readonly Row[]> {
    const { table, key, column } = encryptedColumn;
    const { rows } = await client.query<Row>(
      `select ${key} as key, ${column} as stored from ${table}
       where substr(${column}, 1, 4) <> decode($1, 'hex') ${lastKey === undefined ? '' : `and ${key} > $3`}
       order by ${key} limit $2 for update skip locked`,
      [this.encryption.currentId, BATCH_SIZE, ...(lastKey === undefined ? [] : [lastKey])],
    );
    return rows;
  }

  /** Returns `undefined` for a damaged secret, which must not keep those after it from being re-encrypted. */
  private tryDecrypt({ table, key, column }: EncryptedColumn, row: Row): string | undefined {
    try {
      return this.encryption.decrypt(row.stored);
    } catch (error) {
      const id = Buffer.isBuffer(row.key) ? row.key.toString('hex') : String(row.key);
      this.logger.error(`${column} of ${table} with ${key} ${id} is damaged: ${getLogMessage(error)}`);
      return undefined;
    }
  }

  private async reencrypt(
    client: PoolClient,
    { table, key, column }: EncryptedColumn,
    id: unknown,
    secret: string,
  ): Promise<void> {
    const renewed = this.encryption.encrypt(secret);
    await client.query(`update ${table} set ${column} = $2 where ${key} = $1`, [id, renewed]);
  }
}

import { Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { messageOf } from '../kernel/message-of.js';
import type { Encryption } from './encryption.js';
import { Every, HOUR_MS } from '../schedule/every.decorator.js';
import { inTransaction } from './persistence/in-transaction.js';

/** Where secrets are stored. The names go into SQL as they are. */
export interface EncryptedColumn {
  readonly table: string;
  /** The primary key, of one column. */
  readonly key: string;
  readonly column: string;
}

interface Row {
  readonly key: unknown;
  readonly stored: Buffer;
}

const ROWS_AT_ONCE = 500;

/**
 * Encrypts anew what an older key encrypted, so that this key can be thrown away. Works beside everything else and beside
 * other workers: a row that somebody holds is left to the next round.
 */
export class KeyReplacement {
  private readonly logger = new Logger('KeyReplacement');

  constructor(
    private readonly pool: Pool,
    private readonly encryption: Encryption,
    private readonly columns: readonly EncryptedColumn[],
  ) {}

  /** @returns how many secrets were encrypted anew, and how many nobody can read with the keys that are set */
  @Every(HOUR_MS, { atStart: true })
  async replace(): Promise<{ readonly renewed: number; readonly lost: number }> {
    let [renewed, unknown, damaged] = [0, 0, 0];
    for (const column of this.columns) {
      let last: unknown;
      for (let rows: readonly Row[] = []; ; last = rows.at(-1)?.key) {
        rows = await inTransaction(this.pool, async (client) => {
          const found = await this.next(client, column, last);
          const known = found.filter(({ stored }) => this.encryption.knows(stored));
          unknown += found.length - known.length;
          for (const row of known) {
            const secret = this.secretIn(column, row);
            if (secret === undefined) damaged += 1;
            else {
              await this.renew(client, column, row.key, secret);
              renewed += 1;
            }
          }
          return found;
        });
        if (rows.length < ROWS_AT_ONCE) break;
      }
    }
    if (renewed > 0) this.logger.log(`${renewed} secrets were encrypted with the new key`);
    if (unknown > 0) {
      this.logger.error(
        `${unknown} secrets were encrypted with a key that is not set: set it as ENCRYPTION_KEY_OLD`,
      );
    }
    return { renewed, lost: unknown + damaged };
  }

  private async next(client: PoolClient, of: EncryptedColumn, last: unknown): Promise<readonly Row[]> {
    const { table, key, column } = of;
    const { rows } = await client.query<Row>(
      `select ${key} as key, ${column} as stored from ${table}
       where substr(${column}, 1, 4) <> decode($1, 'hex') ${last === undefined ? '' : `and ${key} > $3`}
       order by ${key} limit $2 for update skip locked`,
      [this.encryption.currentId, ROWS_AT_ONCE, ...(last === undefined ? [] : [last])],
    );
    return rows;
  }

  /** `undefined` when it is damaged: one must not keep those behind it from being renewed. */
  private secretIn({ table, key, column }: EncryptedColumn, row: Row): string | undefined {
    try {
      return this.encryption.decrypt(row.stored);
    } catch (error) {
      const id = Buffer.isBuffer(row.key) ? row.key.toString('hex') : String(row.key);
      this.logger.error(`${column} of ${table} with ${key} ${id} is damaged: ${messageOf(error)}`);
      return undefined;
    }
  }

  private async renew(
    client: PoolClient,
    { table, key, column }: EncryptedColumn,
    id: unknown,
    secret: string,
  ): Promise<void> {
    const renewed = this.encryption.encrypt(secret);
    await client.query(`update ${table} set ${column} = $2 where ${key} = $1`, [id, renewed]);
  }
}

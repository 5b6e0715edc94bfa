import type { Pool } from 'pg';
import { StartError } from '../lifecycle/start-error.js';
import type { Encryption } from '../encryption.js';
import type { EncryptedColumn } from '../key-replacement.js';

const CONTENT = 'tocsin encryption key check';
/** Milliseconds for a statement. */
const TIMEOUT = 3_000;

/** Re-encrypted with all other secrets when the key is replaced. */
export const KEY_CHECK: EncryptedColumn = {
  table: 'encryption_key_check',
  key: 'only_row',
  column: 'sealed',
};

/** ENCRYPTION_KEY is not the key that encrypted the secrets in the database. */
export class WrongEncryptionKeyError extends StartError {
  override readonly name = 'WrongEncryptionKeyError';

  constructor(stored: string, current: string) {
    super(
      `ENCRYPTION_KEY is not the key of this database, whose secrets were encrypted with key ${stored} (this one is ` +
        `${current}). Set that key as ENCRYPTION_KEY or, to replace it, as ENCRYPTION_KEY_OLD.`,
    );
  }
}

export const canOpen = (encryption: Encryption, sealed: Buffer): boolean => {
  try {
    return encryption.decrypt(sealed) === CONTENT;
  } catch {
    return false;
  }
};

/**
 * Returns the record that only the key of this database can decrypt. The first process writes it.
 * @throws WrongEncryptionKeyError, also if there is no record yet and none of the stored secrets can be decrypted
 */
export async function openKeyCheck(
  pool: Pool,
  encryption: Encryption,
  columns: readonly EncryptedColumn[],
): Promise<Buffer> {
  let sealed = await find(pool);
  if (sealed === undefined) {
    await refuseForeignSecrets(pool, encryption, columns);
    await pool.query({
      text: 'insert into encryption_key_check (sealed) values ($1) on conflict do nothing',
      values: [encryption.encrypt(CONTENT)],
      query_timeout: TIMEOUT,
    });
    // Another process may have written the record first, with another key.
    sealed = await find(pool);
  }
  if (sealed !== undefined && canOpen(encryption, sealed)) return sealed;
  throw new WrongEncryptionKeyError(sealed?.toString('hex', 0, 4) ?? 'unknown', encryption.currentId);
}

async function find(pool: Pool): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ sealed: Buffer }>({
    text: 'select sealed from encryption_key_check',
    query_timeout: TIMEOUT,
  });
  return rows[0]?.sealed;
}

/**
 * Rejects a key that can decrypt none of the stored secrets. A database of an earlier release has secrets but no record, and
 * a wrong key must not become its key.
 */
async function refuseForeignSecrets(
  pool: Pool,
  encryption: Encryption,
  columns: readonly EncryptedColumn[],
): Promise<void> {
  const all = columns.map(({ table, column }) => `select substr(${column}, 1, 4) as id from ${table}`);
  const { rows } = await pool.query<{ id: Buffer }>(`${all.join(' union ')}`);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const [stored] = ids;
  if (stored === undefined || ids.some((id) => encryption.knows(id))) return;
  throw new WrongEncryptionKeyError(stored.toString('hex'), encryption.currentId);
}

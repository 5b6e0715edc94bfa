import type { Pool } from 'pg';
import { StartError } from '../lifecycle/explain-start-error.js';
import type { Encryption } from '../encryption.js';
import type { EncryptedColumn } from '../key-replacement.js';

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
export class WrongEncryptionKeyError extends StartError {
  override readonly name = 'WrongEncryptionKeyError';

  constructor(stored: string, current: string) {
    super(
      `ENCRYPTION_KEY is not the key of this database, whose secrets were encrypted with key ${stored} (this one is ` +
        `${current}). Set that key as ENCRYPTION_KEY or, to replace it, as ENCRYPTION_KEY_OLD.`,
    );
  }
}

export const canDecrypt = (encryption: Encryption, sealed: Buffer): boolean => {
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
export async function verifyKeyCheck(
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

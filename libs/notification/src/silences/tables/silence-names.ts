import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import type { Silence } from '../domain/silence.js';

interface Manager {
  query<T>(text: string, values: unknown[]): Promise<T>;
}

type NamedSilence = Pick<Silence, 'silence_id' | 'domain_id' | 'name'>;

/**
 * Silences are found by their names, until they end. No index can say so, because it cannot know the time: names are given to one
 * silence of a domain at a time. Those that had equal names before stay as they are.
 */
async function lockNames(manager: Manager, domain_id: string): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(hashtext('tocsin names of silences'), hashtext($1))`, [
    domain_id,
  ]);
}

const NOT_ENDED = 'deleted_at is null and ends_at > statement_timestamp()';

/** @throws ERROR_NOT_UNIQUE if another silence that has not ended has this name */
export async function requireFreeName(
  manager: Manager,
  { silence_id, domain_id, name }: NamedSilence,
): Promise<void> {
  await lockNames(manager, domain_id);
  const [other] = await manager.query<{ silence_id: string }[]>(
    `select silence_id from silence where domain_id = $1 and name = $2 and silence_id <> $3 and ${NOT_ENDED} limit 1`,
    [domain_id, name, parseId('silence', silence_id)],
  );
  if (other !== undefined) throw createNameError(formatId('silence', other.silence_id));
}

/** @param other what has the name */
export const createNameError = (other: string): DomainError =>
  DomainError.notUnique(
    'name',
    `is that of ${other}, which has not ended; change that one, or choose another name`,
  );

/** Returns the silences (uuids) that have not ended and have one of these names. */
export async function readNamed(
  client: RecordReader,
  domain_id: string,
  names: readonly string[],
): Promise<readonly { readonly silence_id: string; readonly name: string }[]> {
  const { rows } = await client.query<{ silence_id: string; name: string }>(
    `select silence_id, name from silence where domain_id = $1 and name = any($2::text[]) and ${NOT_ENDED}`,
    [domain_id, names],
  );
  return rows;
}

/** Returns the name, or with a number, as in `database down (2)`, if a silence that has not ended has it. */
export async function findFreeName(
  manager: Manager,
  { domain_id, name }: Pick<NamedSilence, 'domain_id' | 'name'>,
): Promise<string> {
  await lockNames(manager, domain_id);
  const rows = await manager.query<{ name: string }[]>(
    `select name from silence where domain_id = $1 and starts_with(name, $2) and ${NOT_ENDED}`,
    [domain_id, name],
  );
  const taken = new Set(rows.map((row) => row.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

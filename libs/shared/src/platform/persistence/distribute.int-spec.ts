import { expect } from 'vitest';
import { createTestDatabase, itOnSingleServer } from '#test/database.js';
import { DirectDatabase } from './direct-database.js';
import { requireCitus } from './distribute.js';
import { isDistributed } from './distribution.js';

// The embedded PostgreSQL of the tests does not have Citus.
itOnSingleServer('rejects --distribute citus without the extension and names the steps', async () => {
  const database = await createTestDatabase();
  await new DirectDatabase(database.url).withSession(async (client) => {
    await expect(requireCitus(client)).rejects.toThrow(
      /^--distribute citus needs the extension citus in this database .*shared_preload_libraries.*citus_add_node/,
    );
    expect(await isDistributed(client)).toBe(false);
  });
  await database.drop();
});

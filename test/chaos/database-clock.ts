import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverAccount } from '../../tools/embedded-postgres/account.js';
import { findNpmBinaries, type Binaries } from '../../tools/embedded-postgres/binaries.js';
import { FAKETIME_LIBRARY } from './faketime-library.js';

/** A fake clock of PostgreSQL, which can jump while the server runs. */
export class DatabaseClock {
  private constructor(
    /** Wrappers of the server programs that use the clock. */
    readonly binaries: Binaries,
    private readonly path: string,
  ) {}

  /** Returns `undefined` if libfaketime is not installed. */
  static async create(folder: string): Promise<DatabaseClock | undefined> {
    if (FAKETIME_LIBRARY === undefined) return undefined;
    const path = join(folder, 'clock');
    const bin = join(folder, 'bin');
    await mkdir(bin, { mode: 0o755 });
    const realBin = (await findNpmBinaries(serverAccount())).bin;
    const faketimeEnv = `LD_PRELOAD='${FAKETIME_LIBRARY}' FAKETIME_TIMESTAMP_FILE='${path}' FAKETIME_CACHE_DURATION=1 DONT_FAKE_MONOTONIC=1`;
    for (const [name, env] of [
      ['postgres', faketimeEnv],
      ['initdb', ''],
    ] as const) {
      await writeFile(join(bin, name), `#!/bin/sh\n${env} exec '${join(realBin, name)}' "$@"\n`);
      await chmod(join(bin, name), 0o755);
    }
    const clock = new DatabaseClock({ bin }, path);
    await clock.set('+0d');
    await chmod(path, 0o644);
    return clock;
  }

  /** @param offset in the syntax of libfaketime, like `+45d`; it takes effect within a second or two */
  async set(offset: string): Promise<void> {
    await writeFile(this.path, offset);
  }
}

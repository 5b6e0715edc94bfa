import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverAccount } from '../embedded-postgres/account.js';
import { npmBinaries, type Binaries } from '../embedded-postgres/binaries.js';
import { FAKETIME_LIBRARY } from './faketime-library.js';

/** The clock of a PostgreSQL, which can jump while it runs. */
export class DatabaseClock {
  private constructor(
    /** The programs of the server, with that clock. */
    readonly binaries: Binaries,
    private readonly path: string,
  ) {}

  /** `undefined` where libfaketime is not installed. */
  static async make(folder: string): Promise<DatabaseClock | undefined> {
    if (FAKETIME_LIBRARY === undefined) return undefined;
    const path = join(folder, 'clock');
    const bin = join(folder, 'bin');
    await mkdir(bin, { mode: 0o755 });
    const real = (await npmBinaries(serverAccount())).bin;
    const faked = `LD_PRELOAD='${FAKETIME_LIBRARY}' FAKETIME_TIMESTAMP_FILE='${path}' FAKETIME_CACHE_DURATION=1 DONT_FAKE_MONOTONIC=1`;
    for (const [name, env] of [
      ['postgres', faked],
      ['initdb', ''],
    ] as const) {
      await writeFile(join(bin, name), `#!/bin/sh\n${env} exec '${join(real, name)}' "$@"\n`);
      await chmod(join(bin, name), 0o755);
    }
    const clock = new DatabaseClock({ bin }, path);
    await clock.set('+0d');
    await chmod(path, 0o644);
    return clock;
  }

  /** @param offset as libfaketime writes it, `+45d`; the server notices within a second or two */
  async set(offset: string): Promise<void> {
    await writeFile(this.path, offset);
  }
}

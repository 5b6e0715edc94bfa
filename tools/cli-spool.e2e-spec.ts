import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { lockFolder } from '../libs/monitoring/src/intake/infrastructure/delivery-log/spool/spool-folder.js';

let folder: TestFolder;
const retry = (...args: string[]) => runCli(['spool', 'retry', ...args], { HOME: folder.path });
const files = async (path: string) =>
  (await readdir(path)).filter((name) => name.includes('.spool')).toSorted();

beforeEach(async () => void (folder = await createTestFolder('spool')));
afterEach(() => folder.remove());

it('moves refused files of a running process to a folder that it takes over', async () => {
  const own = join(folder.path, '0');
  await mkdir(own);
  const lock = lockFolder(own);
  for (const name of ['0000000001.spool.refused', '0000000002.spool.damaged', '0000000003.spool'])
    await writeFile(join(own, name), name);
  try {
    const { code, out } = await retry('--dir', folder.path, '--json');
    expect({ code, out: JSON.parse(out) as unknown }).toEqual({
      code: 0,
      out: { files: [join(own, '0000000001.spool.refused')] },
    });
    expect(await files(own)).toEqual(['0000000002.spool.damaged', '0000000003.spool']);
    const taken = join(folder.path, '1');
    expect(await files(taken)).toEqual(['0000000001.spool']);
    // Another process can take it.
    const released = lockFolder(taken);
    released?.release();
    expect(released).toBeDefined();
    expect(await retry('--dir', folder.path)).toMatchObject({
      code: 0,
      out: `No file in ${folder.path} was refused.\n`,
    });
  } finally {
    lock?.release();
  }
});

it('requires the folder of the spools', async () => {
  expect(await retry()).toMatchObject({ code: 2, err: expect.stringContaining('Set SPOOL_DIR') as string });
  expect(await retry('--dir', join(folder.path, 'none'))).toMatchObject({ code: 2 });
});

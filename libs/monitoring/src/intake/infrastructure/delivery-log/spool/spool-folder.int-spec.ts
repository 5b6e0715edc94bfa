import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { until } from '#test/client.js';
import { SpoolUnderTest } from '../../../../../test/spool-under-test.js';
import { adoptAbandonedSpools } from './adopt-abandoned-spools.js';
import { lockFolder } from './spool-folder.js';
import { SpoolHealth } from './spool-health.js';

const subject = new SpoolUnderTest();
describe('the folder of a spool', () => {
  it('is drained by the next process, except for a torn record at its end', async () => {
    const log = subject.pipeline.newLog(undefined, subject.spool);
    const back = subject.cutOff('refuses');
    for (let n = 1; n <= 3; n += 1) await subject.send(log, n);
    await subject.spool.onApplicationShutdown();
    const own = join(subject.folder.path, '0');
    const name = (await readdir(own)).find((file) => file.endsWith('.spool')) ?? '';
    await appendFile(join(own, name), 'TSP1 cut o');
    back();
    subject.spool = await subject.openSpool();
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('is separate for each process, and is drained by another after its process has ended', async () => {
    const back = subject.cutOff('refuses');
    const other = await subject.openSpool();
    expect([subject.spool.path, other.path].map((path) => path?.at(-1))).toEqual(['0', '1']);
    await subject.send(subject.pipeline.newLog(undefined, other), 7);
    await other.onApplicationShutdown();
    back();
    const third = await (async () => {
      // It would take folder 1 itself, which the other process left, so that folder is held meanwhile.
      const held = lockFolder(join(subject.folder.path, '1'));
      const opened = await subject.openSpool();
      held?.release();
      return opened;
    })();
    expect(third.path?.at(-1)).toBe('2');
    await until(
      () => subject.bodiesInLog(),
      (found) => found.some(({ n }) => n === 7),
    );
    await third.onApplicationShutdown();
  });

  it('stays locked, and is created again if removed, until an adopting process has drained it', async () => {
    const back = subject.cutOff('refuses');
    const other = await subject.openSpool();
    await subject.send(subject.pipeline.newLog(undefined, other), 7);
    await other.onApplicationShutdown();
    const connectSpy = vi.spyOn(subject.pipeline.pool, 'connect').mockImplementation(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    const left = join(subject.folder.path, '1');
    const filesLeft = async () =>
      (await readdir(left).catch(() => [])).filter((name) => name.endsWith('.spool'));
    const stopping = new AbortController();
    const { writer } = subject.pipeline;
    const adopting = adoptAbandonedSpools(subject.folder.path, writer, new SpoolHealth(), stopping.signal);
    await vi.waitFor(() => {
      const free = lockFolder(left);
      free?.release();
      expect(free).toBeUndefined();
    }, 10_000);
    await rm(left, { recursive: true });
    await until(filesLeft, ({ length }) => length === 1);
    connectSpy.mockRestore();
    back();
    await until(
      () => subject.bodiesInLog(),
      (found) => found.some(({ n }) => n === 7),
    );
    await until(filesLeft, ({ length }) => length === 0);
    stopping.abort();
    await adopting;
  });

  it('is locked by one process only', () => {
    expect(lockFolder(subject.spool.path ?? '')).toBeUndefined();
  });

  it('is locked even if the previous lock file is corrupt', async () => {
    await subject.spool.onApplicationShutdown();
    await writeFile(join(subject.folder.path, '0', 'lock'), 'no lock at all '.repeat(100));
    subject.spool = await subject.openSpool();
    expect(subject.spool.path?.at(-1)).toBe('0');
    expect(lockFolder(subject.spool.path ?? '')).toBeUndefined();
  });

  it('is read past a damaged record, and the damaged file is kept', async () => {
    const back = subject.cutOff('refuses');
    for (let n = 1; n <= 3; n += 1)
      await subject.spool.append([subject.segmentOf(String(n))], { even: true });
    await subject.spool.onApplicationShutdown();
    const path = join(subject.folder.path, '0', '0000000001.spool');
    const bytes = await readFile(path);
    const second = bytes.indexOf('TSP2', 4);
    bytes.fill(0xff, second, second + 40);
    await writeFile(path, bytes);
    back();
    subject.spool = await subject.openSpool();
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([1, 3]);
    expect(await readFile(`${path}.damaged`)).toEqual(bytes);
  });

  it('is named with SPOOL_DIR in the error if it cannot be used', async () => {
    await writeFile(join(subject.folder.path, 'file'), '');
    const bad = subject.pipeline.newSpool(join(subject.folder.path, 'file'));
    const message = expect.stringMatching(/^SPOOL_DIR .*file cannot be used/) as string;
    await expect(bad.onModuleInit()).rejects.toMatchObject({ name: 'StartError', message });
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Readiness } from '../health/readiness.js';
import { Metrics } from '../telemetry/metrics.js';
import { DiskFloor, type DiskFloorOptions } from './disk-floor.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** More bytes than any disk has. */
const TOO_MUCH = 2 ** 52;

function createDiskFloor(options: { -readonly [Name in keyof DiskFloorOptions]: DiskFloorOptions[Name] }) {
  const metrics = new Metrics();
  const obstacles: (() => string | undefined)[] = [];
  const readiness = { addRequirement: (obstacle: () => string | undefined) => obstacles.push(obstacle) };
  const disks = new DiskFloor(options, metrics, readiness as unknown as Readiness);
  return { disks, obstacle: () => obstacles[0]?.(), metrics };
}

describe('DiskFloor', () => {
  const logged: string[] = [];
  beforeEach(() => {
    logged.length = 0;
    for (const level of ['warn', 'error'] as const)
      vi.spyOn(Logger.prototype, level).mockImplementation((text: string) => void logged.push(text));
  });

  it('reports once that a disk is below the floor, and once that it has recovered', async () => {
    const options = { floor: TOO_MUCH as number | null, folders: { database: folder, spool: null } };
    const { disks, obstacle, metrics } = createDiskFloor(options);
    expect(disks.isLow('database')).toBe(false);
    await disks.check();
    await disks.check();
    expect([disks.isLow('database'), disks.isLow('spool')]).toEqual([true, false]);
    expect(obstacle()).toBe('The disk of the database is nearly full');
    expect(logged).toEqual([
      expect.stringMatching(/takes no more deliveries: \d+ MiB are free at .*, less than \d+ MiB/),
    ]);
    expect(await metrics.text()).toContain('tocsin_disk_low{disk="database"} 1');
    // The free space must exceed the floor clearly before deliveries are accepted again.
    const { bavail, bsize } = await statfs(folder);
    options.floor = bavail * bsize * 0.95;
    await disks.check();
    expect(disks.isLow('database')).toBe(true);
    options.floor = bavail * bsize * 0.5;
    await disks.check();
    await disks.check();
    expect([disks.isLow('database'), obstacle()]).toEqual([false, undefined]);
    expect(logged.slice(1)).toEqual(['the disk of the database takes deliveries again']);
    expect(await metrics.text()).toContain('tocsin_disk_low{disk="database"} 0');
  });

  it('uses a floor of 512 MiB or a twentieth of the disk, whichever is less, by default', async () => {
    const { disks, metrics } = createDiskFloor({ floor: null, folders: { database: null, spool: folder } });
    await disks.check();
    const { blocks, bsize } = await statfs(folder);
    const floor = Math.min(512 * 1024 * 1024, (blocks * bsize) / 20);
    expect(await metrics.text()).toMatch(new RegExp(`tocsin_disk_floor_bytes\\{disk="spool"\\} ${floor}`));
    expect(await metrics.text()).toMatch(/tocsin_disk_free_bytes\{disk="spool"\} \d+/);
  });

  it('reports no low disk if none is watched or the free space cannot be read, and warns once', async () => {
    const none = createDiskFloor({ floor: 0, folders: { database: folder, spool: folder } });
    await none.disks.check();
    expect([none.disks.isLow('database'), await none.metrics.text()]).toEqual([
      false,
      expect.not.stringContaining('tocsin_disk_low{'),
    ]);
    const lost = createDiskFloor({
      floor: TOO_MUCH,
      folders: { database: join(folder, 'nothing'), spool: null },
    });
    for (let times = 0; times < 5; times += 1) await lost.disks.check();
    expect(lost.disks.isLow('database')).toBe(false);
    expect(logged).toEqual([expect.stringContaining('cannot be read: ENOENT')]);
  });
});

import { statfs } from 'node:fs/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { getLogMessage } from '../../kernel/error-message.js';
import { Readiness } from '../health/readiness.js';
import { Metrics } from '../telemetry/metrics.js';

export type Disk = 'database' | 'spool';

/** The disks to watch, and their floor. */
export abstract class DiskFloorOptions {
  /** Bytes that must stay free; `null`: 512 MiB or a twentieth of the disk, whichever is less; 0: none. */
  abstract readonly floor: number | null;
  /** A folder on each disk; `null` if the disk is not on this machine. */
  abstract readonly folders: Readonly<Record<Disk, string | null>>;
}

/** Milliseconds between checks. What can be written in that time must be well below the floor. */
const CHECK_INTERVAL_MS = 1_000;
const MEBIBYTE = 1024 * 1024;
const DEFAULT_FLOOR = { bytes: 512 * MEBIBYTE, share: 0.05 };
/** The multiple of the floor from which a disk counts as free again (hysteresis). */
const RECOVERY_FACTOR = 1.1;
/** The number of failed checks before a warning: the folder may be created a moment later. */
const FAILURES_BEFORE_WARNING = 3;

interface WatchedDisk {
  readonly disk: Disk;
  readonly folder: string;
  free: number | undefined;
  floor: number;
  isLow: boolean;
  failures: number;
}

/**
 * Watches the free space on the local disks that deliveries are written to. Below the floor, nothing more may be written
 * there: a full disk stops PostgreSQL, and everything else that uses the disk.
 */
@Injectable()
export class DiskFloor implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('DiskFloor');
  private readonly watched: readonly WatchedDisk[];
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;

  constructor(
    private readonly options: DiskFloorOptions,
    metrics: Metrics,
    readiness: Readiness,
  ) {
    const { folders, floor } = options;
    this.watched = (['database', 'spool'] as const).flatMap((disk) => {
      const folder = floor === 0 ? null : folders[disk];
      const initialState = {
        free: undefined,
        floor: floor ?? DEFAULT_FLOOR.bytes,
        isLow: false,
        failures: 0,
      };
      return folder === null ? [] : [{ disk, folder, ...initialState }];
    });
    readiness.addRequirement(() =>
      this.isLow('database') ? 'The disk of the database is nearly full' : undefined,
    );
    const sampleDisks = (value: (watched: WatchedDisk) => number | undefined) => () =>
      this.watched.flatMap((watched) => {
        const found = value(watched);
        return found === undefined ? [] : [{ labels: { disk: watched.disk }, value: found }];
      });
    metrics.gauge(
      'tocsin_disk_free_bytes',
      'Free bytes on a disk that deliveries are written to.',
      sampleDisks(({ free }) => free),
    );
    metrics.gauge(
      'tocsin_disk_floor_bytes',
      'Bytes that must stay free on that disk, or deliveries are refused.',
      sampleDisks(({ floor: bytes }) => bytes),
    );
    metrics.gauge(
      'tocsin_disk_low',
      '1 while less than the floor is free.',
      sampleDisks(({ isLow }) => Number(isLow)),
    );
  }

  async onModuleInit(): Promise<void> {
    if (this.watched.length === 0) return;
    await this.check();
    this.timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Whether nothing more may be written to the disk. Answers from memory. */
  isLow(disk: Disk): boolean {
    for (const watched of this.watched) if (watched.disk === disk) return watched.isLow;
    return false;
  }

  /** Checks all disks now, unless a check is still running: a disk may hang. */
  async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    await Promise.all(this.watched.map((watched) => this.checkDisk(watched)));
    this.isChecking = false;
  }

  private async checkDisk(watched: WatchedDisk): Promise<void> {
    try {
      const { bavail, blocks, bsize } = await statfs(watched.folder);
      watched.free = bavail * bsize;
      watched.floor =
        this.options.floor ?? Math.min(DEFAULT_FLOOR.bytes, blocks * bsize * DEFAULT_FLOOR.share);
      watched.failures = 0;
    } catch (error) {
      // Deliveries are not refused if the free space cannot be read. A full disk refuses them itself.
      watched.free = undefined;
      watched.failures += 1;
      if (watched.failures === FAILURES_BEFORE_WARNING)
        this.logger.warn(`the free space at ${watched.folder} cannot be read: ${getLogMessage(error)}`);
    }
    this.updateState(watched);
  }

  private updateState(watched: WatchedDisk): void {
    const { disk, folder, free, floor, isLow } = watched;
    watched.isLow = free !== undefined && free < (isLow ? floor * RECOVERY_FACTOR : floor);
    if (watched.isLow === isLow) return;
    const mebibytes = (bytes: number) => `${Math.floor(bytes / MEBIBYTE)} MiB`;
    if (watched.isLow)
      this.logger.error(
        `the disk of the ${disk} takes no more deliveries: ${mebibytes(free ?? 0)} are free at ${folder}, less than ${mebibytes(floor)}`,
      );
    else this.logger.warn(`the disk of the ${disk} takes deliveries again`);
  }
}

import { readdir, readFile } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Every } from '../../schedule/every.decorator.js';

const WARNING_SHARE = 0.9;
/** The share below which the warning ends (hysteresis). */
const RECOVERY_SHARE = 0.8;
const EXHAUSTED_CODES = new Set(['EMFILE', 'ENFILE']);

/**
 * Logs an error when the file descriptors of the process are nearly used up: from then on, connections of senders and to the
 * database fail. The numbers are in the metrics process_open_fds and process_max_fds.
 */
@Injectable()
export class DescriptorWatch {
  private readonly logger = new Logger('Descriptors');
  private limit = Number.POSITIVE_INFINITY;
  private isHigh = false;

  @Every(1_000)
  async check(): Promise<void> {
    try {
      // The limit can be changed while the process runs (prlimit).
      this.limit = parseOpenFilesLimit(await readFile('/proc/self/limits', 'utf8'));
      this.reportUsage((await readdir('/proc/self/fd')).length);
    } catch (error) {
      // Only Linux has these files.
      if (EXHAUSTED_CODES.has(String((error as NodeJS.ErrnoException).code))) this.reportUsage(this.limit);
    }
  }

  private reportUsage(open: number): void {
    const wasHigh = this.isHigh;
    this.isHigh = open >= this.limit * (wasHigh ? RECOVERY_SHARE : WARNING_SHARE);
    if (this.isHigh === wasHigh) return;
    if (this.isHigh)
      this.logger.error(`${open} of ${this.limit} file descriptors are open: connections fail (ulimit -n)`);
    else this.logger.warn(`${open} of ${this.limit} file descriptors are open: there are enough again`);
  }
}

function parseOpenFilesLimit(limits: string): number {
  const softLimit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return softLimit === undefined ? Number.POSITIVE_INFINITY : Number(softLimit);
}

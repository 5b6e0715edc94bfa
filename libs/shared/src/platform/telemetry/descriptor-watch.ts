import { readdir, readFile } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Every } from '../../schedule/every.decorator.js';

const HIGH = 0.9;
/** The share below which the warning ends (hysteresis). */
const WELL = 0.8;
const USED_UP = new Set(['EMFILE', 'ENFILE']);

/**
 * Logs an error when the file descriptors of the process are nearly used up: from then on, connections of senders and to the
 * database fail. The numbers are in the metrics process_open_fds and process_max_fds.
 */
@Injectable()
export class DescriptorWatch {
  private readonly logger = new Logger('Descriptors');
  private most = Number.POSITIVE_INFINITY;
  private isHigh = false;

  @Every(1_000)
  async look(): Promise<void> {
    try {
      // The limit can be changed while the process runs (prlimit).
      this.most = limitIn(await readFile('/proc/self/limits', 'utf8'));
      this.tell((await readdir('/proc/self/fd')).length);
    } catch (error) {
      // Only Linux has these files.
      if (USED_UP.has(String((error as NodeJS.ErrnoException).code))) this.tell(this.most);
    }
  }

  private tell(open: number): void {
    const was = this.isHigh;
    this.isHigh = open >= this.most * (was ? WELL : HIGH);
    if (this.isHigh === was) return;
    if (this.isHigh)
      this.logger.error(`${open} of ${this.most} file descriptors are open: connections fail (ulimit -n)`);
    else this.logger.warn(`${open} of ${this.most} file descriptors are open: there are enough again`);
  }
}

function limitIn(limits: string): number {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}

import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

/** A log file that takes at most about twice `limit` bytes: a full file is renamed to `<path>.1`. */
export class BoundedLog {
  private size: number;
  private recent = '';

  constructor(
    readonly path: string,
    private readonly limit = 4 * 1024 * 1024,
  ) {
    this.size = existsSync(path) ? statSync(path).size : 0;
  }

  write(text: string): void {
    this.recent = (this.recent + text).slice(-2000);
    try {
      if (this.size + text.length > this.limit) {
        if (existsSync(this.path)) renameSync(this.path, `${this.path}.1`);
        this.size = 0;
      }
      appendFileSync(this.path, text, { mode: 0o600 });
      this.size += text.length;
    } catch {
      // A failed write, as on a full disk, must not end this process. PostgreSQL reports the full disk itself.
    }
  }

  /** The last lines written by this process. */
  tail(lines = 5): string {
    return this.recent.trimEnd().split('\n').slice(-lines).join('\n');
  }
}

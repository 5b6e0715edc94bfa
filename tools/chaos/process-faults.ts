// Loaded into an app before its own code. SIGUSR2 sets the clock of the process back by ten minutes; SIGHUP makes writes
// to its spool fail as on a full disk, or succeed again.
import { open } from 'node:fs/promises';

const BACK_MS = 600_000;
const RealDate = Date;
let behind = 0;

class SetBackDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() - behind);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() - behind;
  }
}
globalThis.Date = SetBackDate as DateConstructor;
process.on('SIGUSR2', () => (behind += BACK_MS));

const probe = await open(process.execPath);
const handle = Object.getPrototypeOf(probe) as { write: (...given: unknown[]) => Promise<unknown> };
await probe.close();
const write = handle.write;
let full = false;
// As on a full disk, only the beginning is written.
handle.write = async function (this: unknown, ...given: unknown[]) {
  const [bytes] = given;
  if (!full || !Buffer.isBuffer(bytes)) return write.apply(this, given);
  const begun = bytes.subarray(0, Math.floor(bytes.length / 2));
  await write.call(this, begun, 0, begun.length, given[3]);
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
};
process.on('SIGHUP', () => (full = !full));

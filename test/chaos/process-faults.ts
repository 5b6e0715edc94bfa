// Loaded into an app before its own code. SIGUSR2 sets the clock of the process back by ten minutes; SIGHUP makes writes
// to its spool fail as on a full disk, or succeed again.
import { open } from 'node:fs/promises';

const SET_BACK_MS = 600_000;
const RealDate = Date;
let behindMs = 0;

class SetBackDate extends RealDate {
  constructor(...args: readonly unknown[]) {
    if (args.length === 0) super(RealDate.now() - behindMs);
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() - behindMs;
  }
}
globalThis.Date = SetBackDate as DateConstructor;
process.on('SIGUSR2', () => (behindMs += SET_BACK_MS));

const probe = await open(process.execPath);
const handle = Object.getPrototypeOf(probe) as { write: (...args: unknown[]) => Promise<unknown> };
await probe.close();
const write = handle.write;
let isDiskFull = false;
// As on a full disk, only the beginning is written.
handle.write = async function (this: unknown, ...args: unknown[]) {
  const [bytes] = args;
  if (!isDiskFull || !Buffer.isBuffer(bytes)) return write.apply(this, args);
  const firstHalf = bytes.subarray(0, Math.floor(bytes.length / 2));
  await write.call(this, firstHalf, 0, firstHalf.length, args[3]);
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
};
process.on('SIGHUP', () => (isDiskFull = !isDiskFull));

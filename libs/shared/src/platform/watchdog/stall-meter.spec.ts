import { describe, expect, it } from 'vitest';
import { StallMeter, type ThreadUsage } from './stall-meter.js';

const TICK = 500;

/** Looks several times at a silent event loop. Between looks, `passed` ms pass, of which its thread uses `worked` ms. */
function measureSilence(
  looks: number,
  thread: { passed: number; worked: number; asleep?: boolean; debugged?: boolean },
) {
  const { passed, worked, asleep = false, debugged = false } = thread;
  const meter = new StallMeter(TICK);
  let at = 1_000;
  let cpuMs = 60_000;
  const use = (): ThreadUsage => ({ cpuMs, asleep });
  meter.measure({ beats: 7, debugged }, at, use);
  let stood = 0;
  for (let look = 0; look < looks; look += 1) {
    at += passed;
    cpuMs += worked;
    stood = meter.measure({ beats: 7, debugged }, at, use);
  }
  return stood;
}

describe('a silent event loop', () => {
  it('counts as stalled while its thread uses CPU time', () => {
    expect(measureSilence(11, { passed: TICK, worked: TICK })).toBe(5_000);
  });

  it('counts as stalled while its thread sleeps and the watchdog wakes on time', () => {
    expect(measureSilence(10, { passed: TICK, worked: 0, asleep: true })).toBe(5_000);
  });

  it('counts as stalled only for the CPU time that it gets on a busy machine', () => {
    expect(measureSilence(11, { passed: 2_000, worked: 100 })).toBe(1_000);
    expect(measureSilence(11, { passed: TICK, worked: 0 })).toBe(0);
    expect(measureSilence(11, { passed: TICK + 150, worked: 0, asleep: true })).toBe(0);
  });

  it('does not count as stalled if the process is suspended or a debugger may stop it', () => {
    expect(measureSilence(2, { passed: 3_600_000, worked: 0, asleep: true })).toBe(0);
    expect(measureSilence(100, { passed: TICK, worked: 0, asleep: true, debugged: true })).toBe(0);
  });
});

it('resets the stalled time at each beat', () => {
  const meter = new StallMeter(TICK);
  const use = (cpuMs: number) => () => ({ cpuMs, asleep: false });
  meter.measure({ beats: 1, debugged: false }, 0, use(0));
  meter.measure({ beats: 1, debugged: false }, 500, use(500));
  expect(meter.measure({ beats: 1, debugged: false }, 1_000, use(1_000))).toBe(500);
  expect(meter.measure({ beats: 2, debugged: false }, 1_500, use(1_500))).toBe(0);
  expect(meter.measure({ beats: 2, debugged: false }, 2_000, use(2_000))).toBe(0);
});

it('does not read the thread usage while the event loop turns', () => {
  const meter = new StallMeter(TICK);
  const use = () => {
    throw new Error('asked');
  };
  for (let beats = 0; beats < 10; beats += 1)
    expect(meter.measure({ beats, debugged: false }, beats * TICK, use)).toBe(0);
});

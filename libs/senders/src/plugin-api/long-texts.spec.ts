import { describe, expect, it } from 'vitest';
import { createSampleDelivery } from './check-sample.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { MAX_PARSE_MS } from './conformance.js';
import { LONG_TEXTS, replaceEachText } from './long-texts.js';

const plugins = BUILT_IN_PLUGINS.map((plugin) => [`${plugin.plugin_id} ${plugin.version}`, plugin] as const);

/** Measures the CPU time of this thread, which other processes on the machine do not affect. */
function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

describe('a text of 60 kB in any value or name of a payload', () => {
  it.each(plugins)('is parsed within the time limit by plugin %s', { timeout: 120_000 }, (_, plugin) => {
    const testedPaths = new Set<string>();
    const slow: string[] = [];
    let runs = 0;
    for (const sample of plugin.samples) {
      const delivery = createSampleDelivery(sample);
      const samplePaths = new Set<string>();
      for (const [name, text] of LONG_TEXTS) {
        for (const [path, body] of replaceEachText(delivery.body, text)) {
          if (testedPaths.has(path)) continue;
          samplePaths.add(path);
          runs += 1;
          const parse = () => plugin.parse({ ...delivery, body }, sample.options ?? {});
          if (cpuMs(parse) > MAX_PARSE_MS && cpuMs(parse) > MAX_PARSE_MS && cpuMs(parse) > MAX_PARSE_MS)
            slow.push(`${sample.name}: ${name} at ${path}`);
        }
      }
      for (const path of samplePaths) testedPaths.add(path);
    }
    expect(slow).toEqual([]);
    expect(runs).toBeGreaterThanOrEqual(LONG_TEXTS.size);
  });
});

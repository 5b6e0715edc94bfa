import { BUILT_IN_PLUGINS, parseDelivery, parseDeliveryBody, type Plugin } from '#monitoring';
import { alertmanagerBody } from './bodies.js';
import { median, printTable } from './statistics.js';

const ALARMS = 5;
const ROUNDS = 9;
/** CPU milliseconds per round: long enough for the resolution of the CPU clock, short enough for 70 plugins. */
const ROUND_MS = 20;

/** Measures the CPU time of parsing, so that other programs on the machine do not count. */
export async function benchParse(scale: number): Promise<void> {
  const startsAt = '2026-01-01T00:00:00.000Z';
  const fiveAlarms = alertmanagerBody(ALARMS, startsAt);
  const prometheus = BUILT_IN_PLUGINS.find(({ plugin_id }) => plugin_id === 'prometheus');
  const auto = BUILT_IN_PLUGINS.find(({ plugin_id }) => plugin_id === 'auto');
  if (prometheus === undefined || auto === undefined)
    throw new Error('there is no plugin prometheus or auto');
  const formatTime = (work: () => unknown): string => `${medianMicroseconds(work, scale).toFixed(1)} µs`;
  const createParse = (plugin: Plugin, sample: Sample) => {
    const delivery = deliveryOf(sample);
    return () => parseDelivery(plugin, delivery, {});
  };
  const alertmanager = { body: fiveAlarms, name: '', expect: [] };
  printTable([
    [
      `Alertmanager, ${ALARMS} alarms (${Buffer.byteLength(fiveAlarms)} bytes): parsing`,
      formatTime(createParse(prometheus, alertmanager)),
    ],
    ['  recognised by auto first', formatTime(createParse(auto, alertmanager))],
    [
      '  reading the JSON, every digit kept',
      formatTime(() => parseDeliveryBody(Buffer.from(fiveAlarms), 'application/json')),
    ],
  ]);
  console.log('\nparsing the samples of each plugin, for each body');
  printTable(
    BUILT_IN_PLUGINS.map((plugin) => {
      const all = plugin.samples.map((sample) => createParse(plugin, sample));
      const perSample = medianMicroseconds(() => all.forEach((parse) => parse()), scale) / all.length;
      return [`${plugin.plugin_id} ${plugin.version}`, `${perSample.toFixed(1)} µs`];
    }),
  );
}

type Sample = Plugin['samples'][number];

function deliveryOf({ body, content_type = 'application/json', headers = {} }: Sample) {
  const read = parseDeliveryBody(Buffer.from(body), content_type);
  if (!read.ok) throw new Error(read.reason);
  const received_at = new Date('2026-01-01T00:00:00.000Z');
  return { body: read.body, content_type, headers, query: {}, path_suffix: '', received_at };
}

/** Returns the median of several rounds, after as many warm-up rounds in which V8 optimises the code. */
function medianMicroseconds(work: () => unknown, scale: number): number {
  const estimateRuns = () => 1 + Math.floor((ROUND_MS * 1000 * scale) / Math.max(1, measureCpu(work, 20)));
  for (let round = 0; round < ROUNDS; round += 1) measureCpu(work, estimateRuns());
  const runs = estimateRuns();
  return median(Array.from({ length: ROUNDS }, () => measureCpu(work, runs)));
}

/** Returns the CPU time of one run in microseconds, averaged over `runs` runs. */
function measureCpu(work: () => unknown, runs: number): number {
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}

import { parseArgs } from 'node:util';
import { benchIngest } from './ingest.js';
import { benchNotify } from './notify.js';
import { benchParse } from './parse.js';
import { benchPreview } from './preview.js';
import { benchQuery } from './query.js';
import { benchQuota } from './quota.js';
import { benchStorage } from './storage.js';
import { benchWhole } from './whole.js';

interface BenchArguments {
  /** A scale (1 is the published length; smaller values are faster and less precise), or the amount of stored data. */
  readonly numbers: readonly number[];
  readonly events: number | undefined;
  readonly data: string | undefined;
}

const benches: Readonly<Record<string, (args: BenchArguments) => Promise<void>>> = {
  whole: ({ numbers: [scale = 1] }) => benchWhole(scale),
  ingest: ({ numbers: [scale = 1] }) => benchIngest(scale),
  quota: ({ numbers: [scale = 1] }) => benchQuota(scale),
  notify: ({ numbers: [scale = 1] }) => benchNotify(scale),
  parse: ({ numbers: [scale = 1] }) => benchParse(scale),
  preview: ({ numbers: [changes = 1_000_000] }) => benchPreview(changes),
  query: ({ numbers: [defaultEvents = 1_000_000], events = defaultEvents, data }) => benchQuery(events, data),
  storage: ({ numbers: [few = 1_000_000, many = 20_000_000] }) => benchStorage(few, many),
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { events: { type: 'string' }, data: { type: 'string' } },
});
const [name = '', ...more] = positionals;
const bench = benches[name];
const numbers = more.map(Number);
const events = values.events === undefined ? undefined : Number(values.events);
const tooMany = numbers.length > (name === 'storage' ? 2 : 1);
if (bench === undefined || tooMany || [...numbers, events ?? 0].some(Number.isNaN)) {
  console.error(
    'Usage: npm run bench -- whole|ingest|notify|quota|parse [scale], preview [changes], query --events N [--data FOLDER], storage [events more-events]',
  );
  process.exit(1);
}
await bench({ numbers, events, data: values.data });

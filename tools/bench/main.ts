import { benchIngest } from './ingest.js';
import { benchParse } from './parse.js';
import { benchQuery } from './query.js';
import { benchQuota } from './quota.js';
import { benchStorage } from './storage.js';

/** With numbers: a scale (1 is the published length, less is quicker and rougher), or how much is stored. */
const benches: Readonly<Record<string, (...numbers: number[]) => Promise<void>>> = {
  ingest: (scale = 1) => benchIngest(scale),
  quota: (scale = 1) => benchQuota(scale),
  parse: (scale = 1) => benchParse(scale),
  query: (events = 1_000_000) => benchQuery(events),
  storage: (few = 1_000_000, many = 20_000_000) => benchStorage(few, many),
};

const [name = '', ...more] = process.argv.slice(2).filter((each) => each !== '--events');
const bench = benches[name];
const numbers = more.map(Number);
if (bench === undefined || numbers.length > (name === 'storage' ? 2 : 1) || numbers.some(Number.isNaN)) {
  console.error(
    'Usage: npm run bench -- ingest|quota|parse [scale], query --events N, storage [events more-events]',
  );
  process.exit(1);
}
await bench(...numbers);

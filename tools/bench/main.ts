import { benchIngest } from './ingest.js';
import { benchQuery } from './query.js';
import { benchQuota } from './quota.js';

const benches: Readonly<Record<string, (scale: number) => Promise<void>>> = {
  ingest: benchIngest,
  quota: benchQuota,
  query: benchQuery,
};

const [name = '', ...more] = process.argv.slice(2);
const bench = benches[name];
const [size, events, ...rest] =
  more[0] === '--events' ? ['', ...more.slice(1)] : [more[0], undefined, ...more.slice(1)];
if (bench === undefined || rest.length > 0 || (name === 'query') !== (size === '')) {
  console.error(`Usage: npm run bench -- <${Object.keys(benches).join('|')}> [scale], query --events N`);
  process.exit(1);
}
/** 1 is the published length; less is quicker and rougher. */
await bench(Number(events ?? size ?? 1));

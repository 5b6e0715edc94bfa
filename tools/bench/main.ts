import { benchIngest } from './ingest.js';
import { benchQuota } from './quota.js';

const benches: Readonly<Record<string, (scale: number) => Promise<void>>> = {
  ingest: benchIngest,
  quota: benchQuota,
};

const [name = '', ...more] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined || more.length > 1) {
  console.error(`Usage: npm run bench -- <${Object.keys(benches).join('|')}> [scale]`);
  process.exit(1);
}
/** 1 is the published length; less is quicker and rougher. */
await bench(Number(more[0] ?? 1));

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runChaos } from './run-chaos.js';
import { runOutage } from './run-outage.js';
import { append, isClean, tableOf, totalsOf } from './table.js';

const USAGE = `Usage: npm run chaos -- [--rounds N] [--seed N] [--redis] [--round-seconds N] [--append FILE]
       npm run chaos -- --outage SECONDS [--rate DELIVERIES_PER_SECOND]`;
const LONGEST_ROUND = 15;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'round-seconds': { type: 'string', default: '5' },
    redis: { type: 'boolean', default: false },
    append: { type: 'string' },
    outage: { type: 'string' },
    rate: { type: 'string', default: '500' },
  },
});
const numbers = [values.rounds, values.seed, values['round-seconds'], values.outage ?? '1', values.rate].map(
  Number,
);
const [rounds = 0, seed = 0, roundSeconds = 0, outage = 0, rate = 0] = numbers;
if (!numbers.every((number) => Number.isInteger(number) && number >= 0) || roundSeconds > LONGEST_ROUND) {
  console.error(USAGE);
  process.exit(1);
}

const bar = (done: number, of: number) => '#'.repeat(Math.round((20 * done) / of)).padEnd(20, '-');
const say = (line: string) => process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);

if (values.outage !== undefined) {
  console.log(await runOutage({ seconds: outage, rate }));
} else {
  const { redis } = values;
  console.error(`seed ${seed}, queues in ${redis ? 'Redis' : 'PostgreSQL'}`);
  const onRound = (round: number, fault: string) =>
    say(`[${bar(round, rounds)}] ${round}/${rounds} ${fault}`);
  const { findings, faults, logs } = await runChaos({ rounds, seed, redis, roundSeconds, onRound });
  process.stderr.write('\n');
  const totals = totalsOf(faults, findings);
  console.log(tableOf(values.append === undefined ? totals : await append(values.append, totals)));
  if (!isClean(totals)) {
    const { alarms: _, acknowledged: __, resent: ___, events: ____, ...wrong } = findings;
    console.error(JSON.stringify(wrong, null, 2).slice(0, 8_000));
    await writeFile(`reports/chaos-${seed}.log`, logs);
    console.error(`What the processes said is in reports/chaos-${seed}.log`);
    process.exitCode = 1;
  }
}
process.exit();

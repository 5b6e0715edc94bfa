import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { FAULTS, REDIS_FAULTS, SERVER_FAULTS } from './faults.js';
import { NOTIFICATION_FAULTS } from './notification-faults.js';
import { runChaos } from './run-chaos.js';
import { runOutage } from './run-outage.js';
import { appendTotals, isClean, formatTable, computeTotals } from './totals.js';

const USAGE = `Usage: npm run chaos -- [--rounds N] [--seed N] [--redis] [--servers | --notify] [--round-seconds N] [--only TEXT]… [--append FILE]
       npm run chaos -- --outage SECONDS [--rate DELIVERIES_PER_SECOND]

Starts a service, sends alarms to it, injects a fault in each round, and counts lost, duplicated and wrong records.

  --rounds N          number of faults (default 10)
  --seed N            the same seed injects the same faults
  --redis             queues in Redis instead of PostgreSQL
  --servers           faults of the servers and their clocks instead of the others
  --notify            with subscriptions and a quota, whose receivers fail as well
  --round-seconds N   minimum duration of a round, up to 15 (default 5)
  --only TEXT         only faults whose name contains this text; repeatable
  --append FILE       adds the figures to those in the file
  --outage SECONDS    stops the database under a steady load instead
  --rate N            deliveries a second of this load (default 500)
  --help              shows this text

Faults:
${[FAULTS, NOTIFICATION_FAULTS, REDIS_FAULTS, SERVER_FAULTS]
  .flatMap((faults) => Object.keys(faults))
  .map((name) => `  ${name}`)
  .join('\n')}`;
const MAX_ROUND_SECONDS = 15;

const OPTIONS = {
  rounds: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  'round-seconds': { type: 'string', default: '5' },
  redis: { type: 'boolean', default: false },
  servers: { type: 'boolean', default: false },
  notify: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true },
  append: { type: 'string' },
  outage: { type: 'string' },
  rate: { type: 'string', default: '500' },
  help: { type: 'boolean', default: false },
} as const;

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return process.exit(1);
  }
}

const values = readOptions();
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const numbers = [values.rounds, values.seed, values['round-seconds'], values.outage ?? '1', values.rate].map(
  Number,
);
const [rounds = 0, seed = 0, roundSeconds = 0, outage = 0, rate = 0] = numbers;
if (
  !numbers.every((number) => Number.isInteger(number) && number >= 0) ||
  roundSeconds > MAX_ROUND_SECONDS ||
  (values.servers && values.notify)
) {
  console.error(USAGE);
  process.exit(1);
}

const progressBar = (done: number, of: number) => '#'.repeat(Math.round((20 * done) / of)).padEnd(20, '-');
const printProgress = (line: string) =>
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);

if (values.outage !== undefined) {
  console.log(await runOutage({ seconds: outage, rate }));
} else {
  const { redis, servers, notify } = values;
  console.error(`seed ${seed}, queues in ${redis ? 'Redis' : 'PostgreSQL'}`);
  const onRound = (round: number, fault: string) =>
    printProgress(`[${progressBar(round, rounds)}] ${round}/${rounds} ${fault}`);
  const abortController = new AbortController();
  const abortRun = (name: NodeJS.Signals) => abortController.abort(new Error(`it was stopped by ${name}`));
  process.once('SIGINT', abortRun).once('SIGTERM', abortRun);
  const { findings, notifications, faults, logs, abortReason } = await runChaos({
    rounds,
    seed,
    redis,
    servers,
    notify,
    roundSeconds,
    only: values.only,
    onRound,
    signal: abortController.signal,
  });
  process.stderr.write('\n');
  const totals = findings && computeTotals(faults, findings, notifications);
  if (totals !== undefined) {
    const file = abortReason === undefined ? values.append : undefined;
    console.log(formatTable(file === undefined ? totals : await appendTotals(file, totals)));
  }
  if (abortReason !== undefined) console.error('The run was cut short:', abortReason);
  if (abortReason !== undefined || totals === undefined || !isClean(totals)) {
    const { alarms: _, acknowledged: __, resent: ___, events: ____, ...remainingFindings } = findings ?? {};
    const report = JSON.stringify({ ...notifications, ...remainingFindings }, null, 2);
    console.error(report.slice(0, 8_000));
    await mkdir('reports', { recursive: true });
    await writeFile(`reports/chaos-${seed}.log`, `${report}\n${logs}`);
    console.error(`What was found and what the processes said is in reports/chaos-${seed}.log`);
    process.exitCode = 1;
  }
}
process.exit();

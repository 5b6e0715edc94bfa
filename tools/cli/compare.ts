import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { parseDuration } from '#shared/kernel/duration.js';
import { withExitCodes, DIFFERENT } from './as-code/commands.js';
import { parseFilter, parsePositiveNumber, readInput, type Filter } from './arguments.js';
import { FailedError } from './explain.js';
import { matchChanges, STATES, type Matching, type SeenChange } from './match-changes.js';
import { formatLine, print, printError, printJson, printTable } from './print.js';
import { readChanges } from './read-changes.js';
import { openSession, resolveDomain, type Session } from './session.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 90;
const PAGE_LIMIT = 1_000;
/** Mistakes and differences that are printed, at most. */
const MAX_MISTAKES = 20;
const MAX_PRINTED = 50;

export function compareCommand(): Command {
  return new Command('compare')
    .description('compare alerts with those of another tool, exported as CSV; exit code 2 if they differ')
    .argument('<file>', 'CSV with the columns time, key and state; - for standard input')
    .option('--days <n>', `number of past days to compare, at most ${MAX_DAYS}`, parseDays, 7)
    .option('--tolerance <time>', 'how far times may differ, like 5m', parseTolerance, 300)
    .addOption(
      new Option('--by <field>', 'compare what has no equal key by its title').choices(['title'] as const),
    )
    .option('--filter <text>', 'only these alerts, like \'labels.site = "fra"\'; repeatable', parseFilter)
    .action(async (file, { days, tolerance, by, filter }, command) => {
      await withExitCodes(async () => {
        const now = Date.now();
        const span = { from: now - days * DAY_MS, to: now };
        const { changes, mistakes } = readChanges(await readInput(file));
        if (mistakes.length > 0) {
          for (const each of mistakes.slice(0, MAX_MISTAKES)) printError(`${file}:${each}`);
          const rest = mistakes.length - MAX_MISTAKES;
          if (rest > 0) printError(`and ${rest} more`);
          throw new FailedError(`error: ${mistakes.length} mistakes in ${file}; nothing was compared`);
        }
        const session = openSession(command);
        const toleranceMs = tolerance * 1000;
        const own = await readAlerts(session, span.from - toleranceMs, filter);
        const matching = matchChanges(changes, own, { toleranceMs, byTitle: by === 'title', span });
        printMatching(matching, file, days, session.json);
        if (!session.json) printNewer(matching, changes);
        if (matching.onlyThere.length + matching.onlyHere.length > 0) process.exitCode = DIFFERENT;
      });
    }) as unknown as Command;
}

/** Returns when alerts opened and ended. */
async function readAlerts(session: Session, from: number, filter?: Filter): Promise<readonly SeenChange[]> {
  const domain = await resolveDomain(session);
  const find = async (state: SeenChange['state'], field: 'opened_at' | 'resolved_at') => {
    const since = { k: field, v: new Date(from).toISOString(), o: 'datetime_gte' as const };
    const query = {
      filter: [since, ...(filter?.filter ?? [])],
      filter_or: filter?.filter_or,
      page: { limit: PAGE_LIMIT },
    };
    const found: SeenChange[] = [];
    for await (const alert of session.tocsin.each('searchAlerts', { body: { ...domain, query } })) {
      const at = Date.parse(alert[field] ?? '');
      if (!Number.isNaN(at))
        found.push({ at, state, key: alert.event_key ?? '', title: alert.title, alert_id: alert.alert_id });
    }
    return found;
  };
  return [...(await find('firing', 'opened_at')), ...(await find('resolved', 'resolved_at'))];
}

function printMatching(matching: Matching, file: string, days: number, json: boolean): void {
  const { both, onlyThere, onlyHere, outside } = matching;
  if (json)
    return printJson({
      both,
      only_in_file: onlyThere.map(describe),
      only_in_tocsin: onlyHere.map(describe),
      not_compared: outside,
    });
  for (const [changes, name] of [
    [onlyThere, `Only in ${formatLine(file)}`],
    [onlyHere, 'Only in Tocsin'],
  ] as const) {
    if (changes.length === 0) continue;
    print(`${name}:`);
    printTable(changes.slice(0, MAX_PRINTED), {
      time: ({ at }) => new Date(at).toISOString(),
      state: ({ state }) => state,
      key: ({ key }) => key,
      title: ({ title }) => title,
      from: ({ alert_id, line }) => alert_id ?? `line ${line}`,
    });
    if (changes.length > MAX_PRINTED) print(`and ${changes.length - MAX_PRINTED} more; --json prints all`);
  }
  for (const state of STATES) {
    const count = (changes: readonly SeenChange[]) => changes.filter((each) => each.state === state).length;
    print(
      `${state}: ${both[state]} in both, ${count(onlyThere)} only in the file, ${count(onlyHere)} only in Tocsin`,
    );
  }
  if (outside > 0)
    print(`${outside} rows of the file are not of the last ${days} days and were not compared`);
}

/** A file that was exported some time ago says nothing of what happened since. */
function printNewer({ onlyHere }: Matching, rows: readonly SeenChange[]): void {
  const newest = rows.reduce((latest, { at }) => Math.max(latest, at), -Infinity);
  const newer = onlyHere.filter(({ at }) => at > newest).length;
  if (newer > 0 && rows.length > 0)
    print(
      `${newer} of those that are only in Tocsin are newer than the last row of the file, ${new Date(newest).toISOString()}`,
    );
}

const describe = ({ at, ...change }: SeenChange): object => ({ time: new Date(at).toISOString(), ...change });

function parseDays(text: string): number {
  const days = parsePositiveNumber(text);
  if (days > MAX_DAYS) throw new InvalidArgumentError(`It must be at most ${MAX_DAYS}.`);
  return days;
}

function parseTolerance(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) throw new InvalidArgumentError('It must be a time like 30s, 5m or 1h.');
  return seconds;
}

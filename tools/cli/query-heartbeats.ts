import { Command, Option } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { parseFilter, equalConditions, type Filter } from './arguments.js';
import { printJson, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession, type Session } from './session.js';

const STATES = ['NEW', 'ALIVE', 'MISSING'] as const;

interface Selection {
  readonly state?: string | undefined;
  readonly webhook?: string | undefined;
  readonly words?: readonly string[];
  readonly filter?: Filter | undefined;
  readonly limit?: number | undefined;
}

export function addQueryCommands(heartbeats: Command): void {
  heartbeats
    .command('list')
    .description('list heartbeats')
    .addOption(new Option('--state <state>').choices(STATES))
    .option('--webhook <id>')
    .option(...LIMIT_OPTION)
    .action(async (selection, command) => printHeartbeats(openSession(command), selection));
  heartbeats
    .command('search')
    .description('search heartbeats')
    .argument('[words...]', 'words that the name must contain')
    .addOption(new Option('--state <state>').choices(STATES))
    .option('--webhook <id>')
    .option('--filter <text>', "a filter like 'expect_every > 1h'; repeatable", parseFilter)
    .option(...LIMIT_OPTION, 50)
    .action(async (words, selection, command) =>
      printHeartbeats(openSession(command), { ...selection, words }),
    );
  heartbeats
    .command('stat')
    .description('count heartbeats')
    .addOption(
      new Option('--by <field>', 'the field to group the counts by')
        .choices([
          'state',
          'severity',
          'webhook_id',
          'project_id',
          'expect_every',
          'schedule',
          'timezone',
        ] as const)
        .default('state' as const),
    )
    .addOption(new Option('--state <state>').choices(STATES))
    .option('--webhook <id>')
    .option('--filter <text>', "a filter like 'expect_every > 1h'; repeatable", parseFilter)
    .action(async ({ by, ...selection }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const aggregate: Schemas['Stage'][] = [
        { group: { keys: [{ key: by }], fields: [{ name: 'count', operator: 'count' }] } },
        { sort: { key: 'count', desc: true } },
      ];
      const query = { ...toConditions(selection), aggregate };
      const { results } = await tocsin.call('statHeartbeats', { body: { ...domain, query } });
      if (json) return printJson(results);
      printTable(results as Record<string, string | number>[], {
        [by]: (row) => row[by],
        count: (row) => row['count'],
      });
    });
}

const toConditions = ({ state, webhook, filter: given }: Selection): Partial<Filter> => ({
  filter: [...equalConditions({ state, webhook_id: webhook }), ...(given?.filter ?? [])],
  ...(given && { filter_or: given.filter_or }),
});

async function printHeartbeats({ tocsin, domain, json }: Session, selection: Selection): Promise<void> {
  const { words = [], limit } = selection;
  const query = {
    ...toConditions(selection),
    keyword: words.length > 0 ? words.join(' ') : undefined,
  };
  const results = await collectRecords(limit, (page) =>
    tocsin.each('searchHeartbeats', { body: { ...domain, query: { ...query, page } } }),
  );
  if (json) return printJson(results);
  printTable(results, {
    name: ({ name }) => name,
    state: ({ state }) => state,
    last_ping_at: ({ last_ping_at }) => last_ping_at,
    expect_every: ({ expect_every }) => expect_every,
    schedule: ({ schedule }) => schedule,
    timezone: ({ timezone }) => timezone,
    grace: ({ grace }) => grace,
    severity: ({ severity }) => severity,
    webhook_id: ({ webhook_id }) => webhook_id,
    alert_id: ({ alert_id }) => alert_id,
  });
}

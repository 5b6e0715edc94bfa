import { Command, Option } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { age, condition, equal, milliseconds, positiveNumber, sinceCondition } from './arguments.js';
import { chart, fillBuckets, FORMATS, type Step } from './event-chart.js';
import { plain, printJson, printTable } from './print.js';
import { firstOf, LIMIT } from './records.js';
import { domainOf, openSession } from './session.js';

const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'] as const;
const TYPES = ['ALERT', 'RECOVERY', 'ERROR'] as const;

type EventInfo = Schemas['EventInfo'];

export function eventsCommand(): Command {
  const events = new Command('events').description('what became of what was posted');
  events
    .command('search')
    .description('find events, the newest first')
    .argument('[words...]', 'all of which must be in it')
    .option('--since <age>', 'like 24h or 7d', age)
    .addOption(new Option('--severity <severity>').choices(SEVERITIES))
    .addOption(new Option('--type <type>').choices(TYPES))
    .option('--webhook <id>')
    .option('--project <id>')
    .option('--filter <json>', 'a condition of the query language, as often as you like', condition)
    .option(...LIMIT, 20)
    .action(async (words, { since, severity, type, webhook, project, filter = [], limit }, command) => {
      const session = openSession(command);
      const given = equal({ severity, event_type: type, webhook_id: webhook, project_id: project });
      const query = {
        filter: [...given, ...sinceCondition('created_at', since), ...filter],
        keyword: words.length > 0 ? words.join(' ') : undefined,
      };
      const found = await firstOf(limit, (page) =>
        session.tocsin.each('Event_search', { body: { ...domainOf(session), query: { ...query, page } } }),
      );
      if (session.json) return printJson(found);
      printTable(found, {
        created_at: (event) => event.created_at,
        type: (event) => event.event_type,
        severity: (event) => event.severity,
        title: (event) => event.title,
        resource: (event) => event.resource.name,
        event_id: (event) => event.event_id,
      });
    });
  events
    .command('tail')
    .description('show events as they come')
    .addOption(new Option('--severity <severity>').choices(SEVERITIES))
    .addOption(new Option('--type <type>').choices(TYPES))
    .option('--webhook <id>')
    .option('--project <id>')
    .option('--after <id>', 'go on after this message: the id of the last line with --json')
    .option('--count <n>', 'end after so many', positiveNumber)
    .action(async ({ severity, type, webhook, project, after, count = Infinity }, command) => {
      const session = openSession(command);
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort());
      const filter = {
        ...domainOf(session),
        severity,
        event_type: type,
        webhook_id: webhook,
        project_id: project,
      };
      const onReset = (reason: string) => console.error(`Some are missing: ${reason}`);
      let seen = 0;
      for await (const message of session.tocsin.follow(filter, {
        signal: stop.signal,
        lastEventId: after,
        onReset,
        onLoss: (reason) => console.error(`The connection is lost (${plain(reason)}); connecting again.`),
        onReturn: () => console.error('Connected again.'),
      })) {
        console.log(session.json ? JSON.stringify(message) : line(message.event));
        seen += 1;
        if (seen >= count) break;
      }
      stop.abort();
    });
  events
    .command('stat')
    .description('count events over time, as bars')
    .option('--since <age>', 'like 24h or 7d', age, '24h')
    .addOption(
      new Option('--by <step>', 'the width of a bar')
        .choices(['hour', 'day'] as const)
        .default('hour' as const),
    )
    .addOption(new Option('--severity <severity>').choices(SEVERITIES))
    .addOption(new Option('--type <type>').choices(TYPES))
    .option('--webhook <id>')
    .action(async ({ since, by, severity, type, webhook }, command) => {
      const session = openSession(command);
      const filter = [
        ...equal({ severity, event_type: type, webhook_id: webhook }),
        ...sinceCondition('created_at', since),
      ];
      const { results } = await session.tocsin.call('Event_stat', {
        body: { ...domainOf(session), query: { filter, aggregate: byTime(by) } },
      });
      const counts = new Map(
        (results as { at: string; count: number }[]).map(({ at, count }) => [at, count]),
      );
      const buckets = fillBuckets(counts, by, Date.now() - milliseconds(since), Date.now());
      if (session.json) return printJson(buckets);
      console.log(chart(buckets, Math.min(60, (process.stdout.columns ?? 80) - 30)));
    });
  return events as unknown as Command;
}

const byTime = (step: Step) => [
  {
    group: {
      keys: [{ key: 'created_at', name: 'at', date_format: FORMATS[step] }],
      fields: [{ name: 'count', operator: 'count' as const }],
    },
  },
  { sort: { key: 'at' } },
  { limit: 10_000 },
];

const line = ({ created_at, event_type, severity, title, resource }: EventInfo): string =>
  [created_at, event_type.padEnd(8), severity.padEnd(8), plain(title), plain(resource.name)].join('  ');

import { Command, Option } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import {
  parseAge,
  parseFilter,
  equalConditions,
  ageToMs,
  parsePositiveNumber,
  sinceCondition,
} from './arguments.js';
import { drawChart, fillBuckets, DATE_FORMATS, type Step } from './event-chart.js';
import { addRecordCommand } from './record-commands.js';
import { formatLine, print, printJson, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession, resolveDomain } from './session.js';
import { tail } from './tail.js';

const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'] as const;
const TYPES = ['ALERT', 'RECOVERY', 'ERROR'] as const;

/** Which time of an event the command uses; by default that of its arrival. */
const HAPPENED_OPTION = [
  '--happened',
  'use the time of occurrence (occurred_at) instead of the arrival',
] as const;
const timeField = (happened: boolean | undefined) => (happened ? 'occurred_at' : 'created_at');

type EventInfo = Schemas['PartialEventInfo'];

export function eventsCommand(): Command {
  const events: Command = new Command('events').description('events created from deliveries');
  events
    .command('search')
    .alias('list')
    .description('search events, newest first')
    .argument('[words...]', 'words that the event must contain')
    .option('--since <age>', 'only events of this time, like 24h or 7d', parseAge)
    .option(...HAPPENED_OPTION)
    .addOption(new Option('--severity <severity>').choices(SEVERITIES))
    .addOption(new Option('--type <type>').choices(TYPES))
    .option('--webhook <id>')
    .option('--project <id>')
    .option(
      '--filter <text>',
      "a filter like 'severity >= ERROR and labels.team = db'; repeatable",
      parseFilter,
    )
    .option(...LIMIT_OPTION, 20)
    .action(async (words, { since, happened, filter: filters, limit, ...fields }, command) => {
      const session = openSession(command);
      const { severity, type, webhook, project } = fields;
      const time = timeField(happened);
      const given = equalConditions({ severity, event_type: type, webhook_id: webhook, project_id: project });
      const query = {
        filter: [...given, ...sinceCondition(time, since), ...(filters?.filter ?? [])],
        filter_or: filters?.filter_or,
        keyword: words.length > 0 ? words.join(' ') : undefined,
        sort: { key: time, desc: true },
      };
      const domain = await resolveDomain(session);
      const foundEvents = await collectRecords(limit, (page) =>
        session.tocsin.each('searchEvents', { body: { ...domain, query: { ...query, page } } }),
      );
      if (session.json) return printJson(foundEvents);
      printTable(foundEvents, {
        [time]: (event: EventInfo) => event[time],
        type: (event) => event.event_type,
        severity: (event) => event.severity,
        title: (event) => event.title,
        resource: (event) => event.resource?.name,
        event_id: (event) => event.event_id,
      });
    });
  events
    .command('tail')
    .description('follow new events')
    .addOption(new Option('--severity <severity>').choices(SEVERITIES))
    .addOption(new Option('--type <type>').choices(TYPES))
    .option('--webhook <id>')
    .option('--project <id>')
    .option(
      '--filter <text>',
      "a filter like 'severity >= ERROR and labels.team = db'; repeatable",
      parseFilter,
    )
    .option('--after <id>', 'continue after this message id, which --json prints in each line')
    .option('--count <n>', 'exit after this number of events', parsePositiveNumber)
    .action(async ({ severity, type, webhook, project, filter: query, after, count }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const filter = {
        ...{ ...domain, severity, event_type: type, webhook_id: webhook, project_id: project },
        query,
      };
      await tail(
        (options) => tocsin.follow(filter, { ...options, lastEventId: after }),
        (message) => (json ? JSON.stringify(message) : formatEvent(message.event)),
        count,
      );
    });
  events
    .command('stat')
    .description('count events over time, as bars')
    .option('--since <age>', 'the time to count, like 24h or 7d', parseAge, '24h')
    .option(...HAPPENED_OPTION)
    .addOption(
      new Option('--by <step>', 'the interval of a bar')
        .choices(['hour', 'day'] as const)
        .default('hour' as const),
    )
    .addOption(new Option('--severity <severity>').choices(SEVERITIES))
    .addOption(new Option('--type <type>').choices(TYPES))
    .option('--webhook <id>')
    .action(async ({ since, happened, by, severity, type, webhook }, command) => {
      const session = openSession(command);
      const filter = [
        ...equalConditions({ severity, event_type: type, webhook_id: webhook }),
        ...sinceCondition(timeField(happened), since),
      ];
      const { results } = await session.tocsin.call('statEvents', {
        body: {
          ...(await resolveDomain(session)),
          query: { filter, aggregate: aggregateByTime(timeField(happened), by) },
        },
      });
      const counts = new Map(
        (results as { at: string; count: number }[]).map(({ at, count }) => [at, count]),
      );
      const buckets = fillBuckets(counts, by, Date.now() - ageToMs(since), Date.now());
      if (session.json) return printJson(buckets);
      print(drawChart(buckets, Math.min(60, (process.stdout.columns ?? 80) - 30)));
    });
  addRecordCommand(events, 'get', 'event_id', 'show an event with its raw data', async (event_id, session) =>
    session.tocsin.call('getEvent', { path: { event_id }, query: await resolveDomain(session) }),
  );
  return events as unknown as Command;
}

const aggregateByTime = (key: 'created_at' | 'occurred_at', step: Step): Schemas['Stage'][] => [
  {
    group: {
      keys: [{ key, name: 'at', date_format: DATE_FORMATS[step] }],
      fields: [{ name: 'count', operator: 'count' }],
    },
  },
  { sort: { key: 'at' } },
  { limit: 10_000 },
];

const formatEvent = ({ created_at, event_type, severity, title, resource }: EventInfo): string =>
  [
    formatLine(created_at),
    formatLine(event_type).padEnd(8),
    formatLine(severity).padEnd(8),
    formatLine(title),
    formatLine(resource?.name),
  ].join('  ');

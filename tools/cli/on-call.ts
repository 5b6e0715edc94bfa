import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Input, Schemas } from '#client';
import { formatVersion } from '#shared/kernel/record-changes.js';
import { addStatCommand } from './add-stat-command.js';
import { addDeleteCommand, addRecordCommand, printResult } from './record-commands.js';
import { printJson, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { UsageError } from './explain.js';
import { openSession } from './session.js';

type Member = Schemas['OnCallMember'];

const MEMBER_OPTION = [
  '--member <name=subscription_id>',
  'who can be on call, like "Jane Doe <jane@example.com>=subscription_…"; repeatable',
  parseMember,
] as const;
const HANDOFF_OPTION = [
  '--handoff <[day ]time>',
  'local time of the hand-off, like "MON 09:00"',
  parseHandoff,
] as const;

export function onCallCommand(): Command {
  const onCall: Command = new Command('on-call').description('schedules that say who is on call');
  addCreate(onCall);
  addUpdate(onCall);
  addOverride(onCall);
  addShifts(onCall);
  onCall
    .command('list')
    .description('list schedules')
    .option(...LIMIT_OPTION)
    .action(async ({ limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchOnCalls', { body: { ...domain, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        on_call_id: ({ on_call_id }) => on_call_id,
        name: ({ name }) => name,
        source: ({ source }) => source,
        members: ({ members }) => members?.map(({ name }) => name).join(', '),
        next_gap_at: ({ health }) => health?.next_gap_at,
        last_error: ({ health }) => health?.last_error,
      });
    });
  addStatCommand(onCall, 'statOnCalls', 'count the schedules of each source', 'source');
  addRecordCommand(onCall, 'get', 'on_call_id', 'show a schedule', (on_call_id, { tocsin, domain }) =>
    tocsin.call('getOnCall', { path: { on_call_id }, query: { ...domain } }),
  );
  onCall
    .command('at')
    .description('show who is on call, and why')
    .argument('<on_call_id>')
    .option('--time <time>', 'a time, or an offset like "now + 2h"; default: now')
    .action(async (on_call_id, { time }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const query = { ...domain, time };
      printResult(await tocsin.call('getOnCallAt', { path: { on_call_id }, query }), json);
    });
  addDeleteCommand(onCall, 'on_call_id', 'delete a schedule', (on_call_id, { tocsin, domain }) =>
    tocsin.call('deleteOnCall', { path: { on_call_id }, query: { ...domain } }),
  );
  return onCall as unknown as Command;
}

function addCreate(onCall: Command): void {
  onCall
    .command('create')
    .description('create a schedule: a rotation, or a calendar')
    .argument('<name>')
    .requiredOption('--timezone <name>', 'IANA time zone, like Europe/Berlin')
    .requiredOption(...MEMBER_OPTION)
    .option('--shift <length>', 'length of a shift of a rotation, like 12h, 1d or 1w')
    .option(...HANDOFF_OPTION)
    .option('--ical-url <url>', 'address of a calendar that says who is on call')
    .action(async (name, { timezone, member, shift, handoff, icalUrl }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const rotation = toRotation(shift, handoff);
      const body = { ...domain, name, timezone, members: [...member], rotation, ical_url: icalUrl };
      printResult(await tocsin.call('createOnCall', { body }), json);
    });
}

function addUpdate(onCall: Command): void {
  onCall
    .command('update')
    .description('change the given fields only')
    .argument('<on_call_id>')
    .option('--name <text>')
    .option('--timezone <name>')
    .option(MEMBER_OPTION[0], `${MEMBER_OPTION[1]}; replaces all`, parseMember)
    .option('--shift <length>', 'replaces the rotation or calendar')
    .option(...HANDOFF_OPTION)
    .option('--ical-url <url>', 'replaces the rotation or calendar')
    .action(async (on_call_id, { name, timezone, member, shift, handoff, icalUrl }, command) => {
      const fields = {
        ...{ name, timezone, ical_url: icalUrl, rotation: toRotation(shift, handoff) },
        members: member && [...member],
      };
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('nothing to change, see on-call update --help');
      const { tocsin, domain, json } = openSession(command);
      const path = { on_call_id };
      printResult(await tocsin.call('updateOnCall', { path, body: { ...domain, ...fields } }), json);
    });
}

function addOverride(onCall: Command): void {
  onCall
    .command('override')
    .description('put other members on call for a time; overrides that have ended are removed')
    .argument('<on_call_id>')
    .requiredOption('--member <name>', 'who is on call; repeatable', collectName)
    .requiredOption('--until <time>', 'end: a time, or an offset like "now + 8h"')
    .option('--from <time>', 'start; default: now', 'now')
    .option('--reason <text>')
    .action(async (on_call_id, { member, until, from, reason }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const path = { on_call_id };
      const { overrides, updated_at } = (await tocsin.call('getOnCall', {
        path,
        query: { ...domain },
      })) as Schemas['OnCallInfo'];
      const now = new Date().toISOString();
      const added = { members: [...member], starts_at: from, ends_at: until, reason };
      const body = { ...domain, overrides: [...overrides.filter(({ ends_at }) => ends_at > now), added] };
      // Another override that is added meanwhile must not be lost.
      const header = { 'If-Match': `"${formatVersion(updated_at)}"` };
      const input = { path, header, body } as Input<'updateOnCall'>;
      printResult(await tocsin.call('updateOnCall', input), json);
    });
}

function addShifts(onCall: Command): void {
  onCall
    .command('shifts')
    .description('show who is on call when, and the gaps')
    .argument('<on_call_id>')
    .option('--from <time>', 'a time, or an offset like "now + 2h"; default: now')
    .option('--to <time>', 'at most 31 days later; default: 14 days')
    .action(async (on_call_id, { from, to }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const query = { ...domain, from, to };
      const found = await tocsin.call('getOnCallShifts', { path: { on_call_id }, query });
      if (json) return printJson(found);
      const gaps = found.gaps.map((gap) => ({ ...gap, members: [], because: gap.reason, details: [] }));
      const rows = [...found.shifts, ...gaps].toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
      printTable(rows, {
        starts_at: ({ starts_at }) => starts_at,
        ends_at: ({ ends_at }) => ends_at,
        members: ({ members }) => members.map(({ name }) => name).join(', ') || 'GAP',
        because: ({ because }) => because,
        details: ({ details }) => details.join(', '),
      });
    });
}

function toRotation(
  shift: string | undefined,
  handoff: Schemas['OnCallHandoff'] | undefined,
): Schemas['OnCallRotation'] | undefined {
  if (shift === undefined && handoff === undefined) return undefined;
  if (shift === undefined || handoff === undefined)
    throw new UsageError('a rotation needs both --shift and --handoff');
  return { shift, handoff };
}

function parseMember(text: string, previous: readonly Member[] = []): readonly Member[] {
  const found = /^\s*(?<name>[^<]+?)\s*(?:<(?<email>[^>]+)>\s*)?=(?<id>subscription_\w+)\s*$/.exec(text);
  const { name, email, id } = found?.groups ?? {};
  if (name === undefined || id === undefined)
    throw new InvalidArgumentError('It must be like "Jane Doe <jane@example.com>=subscription_…".');
  return [...previous, { name, email, subscription_id: id }];
}

/** The service validates day and time. */
function parseHandoff(text: string): Schemas['OnCallHandoff'] {
  const [first = '', second] = text.trim().split(/\s+/);
  if (second === undefined) return { time: first };
  return { day: first.toUpperCase() as NonNullable<Schemas['OnCallHandoff']['day']>, time: second };
}

const collectName = (name: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  name,
];

import type { Command } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { parseAlternatives, parseFilter, jsonObject, mergeAlternatives } from './arguments.js';
import { UsageError } from './explain.js';
import { printResult } from './record-commands.js';
import { printJson } from './print.js';
import { DAYS_OPTION, printPreview } from './print-preview.js';
import { openSession } from './session.js';

const FILTER_OPTION = [
  '--filter <text>',
  "a filter for alerts, like 'severity >= ERROR and labels.team = db'; repeatable",
  parseFilter,
] as const;
const FILTER_OR_OPTION = [
  '--filter-or <text>',
  'conditions of which at least one must match; repeatable',
  parseAlternatives,
] as const;
/** The service validates the fields. */
const parseWeekly = (text: string) => jsonObject(text) as Schemas['SilenceWeekly'];
const WEEKLY_OPTION = [
  '--weekly <json>',
  'weekly windows in which it applies, like {"days":["SAT"],"from":"22:00","to":"06:00","timezone":"Europe/Berlin"}',
  parseWeekly,
] as const;

export function addCreate(silences: Command): void {
  silences
    .command('create')
    .description('create a silence')
    .argument('<name>')
    .requiredOption(...FILTER_OPTION)
    .option(...FILTER_OR_OPTION)
    .requiredOption('--until <time>', 'end: a time, or an offset like "now + 2h"')
    .requiredOption('--reason <text>')
    .option('--from <time>', 'start; default: now')
    .option(...WEEKLY_OPTION)
    .action(async (name, { filter, filterOr, until, from, ...otherFields }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const conditions = mergeAlternatives(filter, filterOr);
      const body = { ...domain, name, ...conditions, starts_at: from, ends_at: until, ...otherFields };
      printResult(await tocsin.call('createSilence', { body }), json);
    });
}

export function addUpdate(silences: Command): void {
  silences
    .command('update')
    .description('change the given fields only')
    .argument('<silence_id>')
    .option('--name <text>')
    .option('--filter <text>', 'a filter for alerts; repeatable; replaces all', parseFilter)
    .option(
      '--filter-or <text>',
      'conditions of which at least one must match; repeatable; replaces all',
      parseAlternatives,
    )
    .option('--until <time>', 'end of the silence')
    .option('--reason <text>')
    .option('--from <time>', 'start of the silence')
    .option(...WEEKLY_OPTION)
    .option('--no-weekly', 'remove the weekly windows')
    .action(async (silence_id, { name, filter, filterOr, until, from, reason, weekly: windows }, command) => {
      const fields = {
        ...{ name, reason, starts_at: from, ends_at: until },
        ...mergeAlternatives(filter, filterOr),
        weekly: windows === false ? null : windows,
      };
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('nothing to change, see silences update --help');
      const { tocsin, domain, json } = openSession(command);
      const path = { silence_id };
      printResult(await tocsin.call('updateSilence', { path, body: { ...domain, ...fields } }), json);
    });
}

export function addPreview(silences: Command): void {
  silences
    .command('preview')
    .description('show which changes of the last days a silence would have silenced; nothing is stored')
    .requiredOption(...FILTER_OPTION)
    .option(...FILTER_OR_OPTION)
    .option(...WEEKLY_OPTION)
    .option(...DAYS_OPTION)
    .action(async ({ days, filter, filterOr, weekly: windows }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const conditions = mergeAlternatives(filter, filterOr);
      const body = { ...domain, days, ...conditions, weekly: windows };
      const preview = await tocsin.call('previewSilence', { body });
      if (json) return printJson(preview);
      printPreview(preview);
    });
}

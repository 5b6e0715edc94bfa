import { format } from 'prettier';
import { SETTING_GROUPS } from '#shared/platform/config/settings.js';

interface Setting {
  readonly desc: string;
  readonly default?: unknown;
  /** @throws an error that says what it must be */
  readonly _parse: (text: string) => unknown;
}

const INTRODUCTION = `# Settings

Made by \`npm run docs:settings\` from what API and worker check at their start.

API and worker are set by environment variables, and read the same ones; what is of no use to one of them it ignores. An empty
value is none. Each refuses to start with a list of all that is missing or bad, and warns of a variable that has nearly the name
of a setting, or that was one in an earlier release. \`tocsin doctor\` says the same without starting anything.
`;

const STARTER = `## npm start

\`npm start\` runs both with settings of its own unless they are given: \`HOST=127.0.0.1\`, \`LOG_LEVEL=warn\`, \`DRAIN_DELAY=0\`, a
\`SPOOL_DIR\` in its data folder, ports for the metrics that are free, keys that it makes once and keeps, and without
\`DATABASE_URL\` a PostgreSQL of its own, whose folder is \`DATABASE_DISK\`. \`DATA_DIR\` is where it keeps all this; \`.tocsin\` in the checkout unless set.

The command line has [variables of its own](cli.md).
`;

/** docs/settings.md */
export function settingsPage(): Promise<string> {
  const groups = Object.entries(SETTING_GROUPS).map(([title, settings]) => tableOf(title, settings));
  return format([INTRODUCTION, ...groups, STARTER].join('\n'), {
    parser: 'markdown',
    printWidth: 120,
  });
}

function tableOf(title: string, settings: Readonly<Record<string, Setting>>): string {
  const rows = Object.entries(settings).map(([name, setting]) =>
    row(`\`${name}\``, defaultOf(setting), setting.desc, formOf(setting)),
  );
  return [
    `## ${title}\n`,
    row('Setting', 'Default', 'What it is', 'Form'),
    row('-', '-', '-', '-'),
    ...rows,
    '',
  ].join('\n');
}

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** As the check itself puts it, which takes anything where it does not refuse this. */
function formOf({ _parse: parse }: Setting): string {
  try {
    parse('\0');
    return 'text';
  } catch (error) {
    return (error as Error).message.replace(/^must be /, '');
  }
}

const MEBIBYTE = 1024 * 1024;

function defaultOf(setting: Setting): string {
  if (!('default' in setting)) return '**required**';
  const { default: value } = setting;
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return '–';
  if (typeof value === 'number' && value >= MEBIBYTE) return `\`${value}\` (${value / MEBIBYTE} MiB)`;
  if (Array.isArray(value)) return 'all of them';
  if (typeof value === 'object') return '–';
  return `\`${String(value)}\``;
}

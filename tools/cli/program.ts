import tab from '@bomb.sh/tab/commander';
import { Command, Option } from '@commander-js/extra-typings';
import { RELEASE } from '#shared/platform/release.js';
import { alertsCommand } from './alerts.js';
import { applyCommand, diffCommand, exportCommand } from './as-code/commands.js';
import { planCommand } from './as-code/plan-command.js';
import { compareCommand } from './compare.js';
import { heartbeatsCommand } from './heartbeats.js';
import { doctorCommand } from './doctor.js';
import { eventsCommand } from './events.js';
import { FailedError } from './explain.js';
import { importCommand } from './import.js';
import { keysCommand } from './keys.js';
import { resolveNames } from './names.js';
import { notificationsCommand } from './notifications.js';
import { pluginsCommand } from './plugins.js';
import { quarantineCommand } from './quarantine.js';
import { replaysCommand } from './replays.js';
import { quotasCommand } from './quotas.js';
import { retentionCommand } from './retention.js';
import { sendCommand } from './send.js';
import { escalationsCommand } from './escalations.js';
import { inhibitionsCommand } from './inhibitions.js';
import { onCallCommand } from './on-call.js';
import { silencesCommand } from './silences.js';
import { slackAppsCommand } from './slack-apps.js';
import { spoolCommand } from './spool.js';
import { subscriptionsCommand } from './subscriptions.js';
import { webhooksCommand } from './webhooks.js';

const NOTES = `
The key is read from TOCSIN_KEY or from the profile, a file with mode 0600:
  {"url": "https://tocsin.example.com", "key": "tocsin_…", "domain": "demo"}

Exit codes: 0 done, 1 failed check, 2 wrong usage, 3 no response, 4 denied, 5 not found, 6 refused, 7 try later;\nof diff, apply, plan and compare: 0 no difference, or applied, 1 failed, 2 there are differences`;

export function createProgram(): Command {
  const program = new Command('tocsin')
    .description('The command line of Tocsin')
    .version(RELEASE)
    .option('--url <address>', 'address of the service (TOCSIN_URL, default http://localhost:3000)')
    .option('--domain <id>', 'domain of the request (TOCSIN_DOMAIN; default: the domain of the API key)')
    .option(
      '--profile <file>',
      'profile with address, key and domain (TOCSIN_PROFILE, default ~/.config/tocsin/profile.json)',
    )
    .addOption(new Option('--json', 'print JSON'))
    .addHelpText('after', NOTES)
    .showSuggestionAfterError()
    .showHelpAfterError('(see --help)');
  const commands = [
    keysCommand(),
    webhooksCommand(),
    pluginsCommand(),
    sendCommand(),
    eventsCommand(),
    alertsCommand(),
    heartbeatsCommand(),
    quarantineCommand(),
    replaysCommand(),
    quotasCommand(),
    subscriptionsCommand(),
    notificationsCommand(),
    silencesCommand(),
    slackAppsCommand(),
    inhibitionsCommand(),
    escalationsCommand(),
    onCallCommand(),
    doctorCommand(),
    retentionCommand(),
    spoolCommand(),
    importCommand(),
    exportCommand(),
    diffCommand(),
    applyCommand(),
    planCommand(),
    compareCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  const rootCommand = program as unknown as Command;
  resolveNames(rootCommand);
  // `tab` expects the Command type of the plain commander package; at run time the class is the same.
  tab(rootCommand as unknown as Parameters<typeof tab>[0]);
  throwInsteadOfExit(rootCommand);
  failInsteadOfUsage(rootCommand);
  return rootCommand;
}

/** Commands whose exit code 2 says that files and records differ: a wrong option of theirs must not look like that. */
const WITH_DIFFERENCES: ReadonlySet<string> = new Set(['diff', 'apply', 'plan', 'compare']);

function failInsteadOfUsage(program: Command): void {
  for (const command of program.commands)
    if (WITH_DIFFERENCES.has(command.name()))
      command.exitOverride((error) => {
        throw error.exitCode === 0 ? error : new FailedError('');
      });
}

/** Makes Commander throw instead of calling process.exit, which could cut off output. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const each of command.commands) throwInsteadOfExit(each as Command);
}

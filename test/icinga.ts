import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createTestFolder } from './folder.js';
import { readGuideBlocks } from './guide.js';
import { startMonitoringCore, type MonitoringCore } from './monitoring-core.js';

const service = (name: string) => `object Service "${name}" {
  host_name = "db-1"
  check_command = "dummy"
  enable_active_checks = false
  max_check_attempts = 1
  enable_flapping = true
}`;

/** Starts Icinga 2 with the files of the guide in the places that it names. */
export async function startIcinga(webhookUrl: string): Promise<MonitoringCore> {
  const folder = await createTestFolder('icinga');
  const at = (name: string) => join(folder.path, name);
  const [script = '', commands = '', notifications = ''] = readGuideBlocks('icinga', webhookUrl);
  for (const name of ['conf.d', 'scripts', 'data', 'cache', 'log', 'run', 'spool']) await mkdir(at(name));
  await writeFile(at('scripts/tocsin.sh'), script, { mode: 0o755 });
  await writeFile(at('conf.d/commands.conf'), commands);
  await writeFile(at('conf.d/notifications.conf'), notifications);
  // The parts of the default configuration of Icinga that the guide requires.
  await writeFile(
    at('icinga2.conf'),
    `include <itl>
object IcingaApplication "app" { }
object CheckerComponent "checker" { }
object NotificationComponent "notification" { }
object ExternalCommandListener "command" { command_path = "${at('icinga2.cmd')}" }
object User "icingaadmin" { }
object Host "db-1" {
  address = "192.0.2.7"
  check_command = "dummy"
  max_check_attempts = 1
}
${service('disk')}
${service('load')}
include_recursive "conf.d"
`,
  );
  const constants = {
    NodeName: 'master',
    RunAsUser: userInfo().username,
    RunAsGroup: userInfo().username,
    ConfigDir: folder.path,
    DataDir: at('data'),
    CacheDir: at('cache'),
    LogDir: at('log'),
    InitRunDir: at('run'),
    SpoolDir: at('spool'),
  };
  const args = Object.entries(constants).map(([name, value]) => `-D${name}=${value}`);
  return startMonitoringCore({
    program: 'icinga2',
    args: ['daemon', '-c', at('icinga2.conf'), ...args],
    pipe: at('icinga2.cmd'),
    folder,
  });
}
